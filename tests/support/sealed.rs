//! Bytes under a checksum that is right, whatever they say.

pub(crate) const WORD: usize = 8;

/// The checksum as src/checkpoint/format.rs defines it.
fn checksum(content: &[u8]) -> u64 {
    content.chunks(WORD).fold(0x6a09_e667_f3bc_c908, |hash, chunk| {
        let mut word = [0; WORD];
        word[..chunk.len()].copy_from_slice(chunk);
        let x = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x ^ (x >> 32)
    })
}

/// Makes damaged bytes whole.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let content = bytes.len() - WORD;
    let sum = checksum(&bytes[..content]);
    bytes[content..].copy_from_slice(&sum.to_le_bytes());
    bytes
}
