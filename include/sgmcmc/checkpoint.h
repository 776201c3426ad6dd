// sgmcmc: chains in files.

#ifndef SGMCMC_CHECKPOINT_H
#define SGMCMC_CHECKPOINT_H
#include "library.h"
#include "settings.h"
#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a checkpoint of a chain or of an ensemble says of itself, for hosts that look before they restore.
typedef struct sgmcmc_checkpoint {
    size_t struct_size; // sizeof(sgmcmc_checkpoint), set by the caller; only that many bytes are written.
    uint32_t version; // The version of its format: this library writes and reads 1.
    uint32_t bits; // Bits of a number of theta: 32 or 64.
    uint64_t dim; // The number of parameters.
    // A digest of the settings, the same on every machine: equal settings have equal ones. Not in it are seed and
    // chain_index, nor an ensemble's start_spread, r_hat_max, sample_size and pass_max.
    uint64_t settings;
    // Steps that the chain has done; of an ensemble, with how many draws of each chain its round ends.
    uint64_t step_count;
    uint64_t size; // How many bytes it has.
    int32_t is_ensemble; // Whether it is of an ensemble.
    int32_t reserved;
} sgmcmc_checkpoint;

// Says what a checkpoint is of, once its bytes are known to be whole.
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; _CHECKPOINT_VERSION; _CHECKPOINT_LENGTH; _CHECKPOINT_DAMAGED;
//          _CHECKPOINT_CONTENTS.
// In:  bytes:      bytes_size bytes, at any address; none, as an empty file has, are a truncated checkpoint.
sgmcmc_status sgmcmc_checkpoint_read(sgmcmc_checkpoint *checkpoint, const void *bytes, size_t bytes_size);

// Writes a checkpoint: bytes from which sgmcmc_chain_restore_f32 makes the chain again, in this library or in another
// that knows the format, on any machine.
//
// All that steps depend on is there but the settings, of which there is a digest, the data, and what callbacks keep for
// themselves. The bytes are little-endian and the same on every target and in every build, and end with a checksum over
// them, which finds damage and is no signature. Equal chains are equal bytes. A file that is to survive a power cut is
// written beside the old one, synchronised, and renamed onto it.
sgmcmc_status sgmcmc_chain_save_f32(const sgmcmc_chain_f32 *chain, void *bytes, size_t size, size_t *needed);
sgmcmc_status sgmcmc_chain_save_f64(const sgmcmc_chain_f64 *chain, void *bytes, size_t size, size_t *needed);

// Makes the chain of a checkpoint again, which goes on as if nothing had come between: the same bits, counts and
// moments.
//
// The settings are those with which the chain was made, or handed over to last, and all that steps depend on must be
// equal: seed and chain_index have no effect, though chain_index must be in range, since the generators go on from
// where they are. A centre that was left to the chain is where it was, and a step size that was set while the chain ran
// is set again. Nothing is written unless all is well.
// Returns: as sgmcmc_chain_init_f32; SGMCMC_ERROR_NOT_CHECKPOINT, _CHECKPOINT_VERSION, _CHECKPOINT_LENGTH,
//          _CHECKPOINT_DAMAGED, _OTHER_PRECISION, _CHECKPOINT_DIM, _CHECKPOINT_SETTINGS, _CHECKPOINT_CONTENTS.
// In: settings: as for sgmcmc_chain_init_f32.
//     bytes:    bytes_size bytes at any address, as many as were saved; none are a truncated checkpoint.
sgmcmc_status sgmcmc_chain_restore_f32(sgmcmc_chain_f32 **chain, void *mem, size_t mem_size,
    const sgmcmc_chain_settings *settings, size_t dim, const void *bytes, size_t bytes_size);
sgmcmc_status sgmcmc_chain_restore_f64(sgmcmc_chain_f64 **chain, void *mem, size_t mem_size,
    const sgmcmc_chain_settings *settings, size_t dim, const void *bytes, size_t bytes_size);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
