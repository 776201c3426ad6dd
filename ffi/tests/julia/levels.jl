# examples/julia/quickstart.jl at every level that the settings may ask a library for x86-64 for, each time below a line
# that says what its chains run. usage: levels.jl STEPS

using Sgmcmc
using Sgmcmc: LibSgmcmc

include("../../../examples/julia/quickstart.jl")

"What a chain runs whose settings ask for this level."
function level_name(simd_level)
    settings = Settings(data_len = 1, batch = :all, step_size = 1, simd_level = simd_level)
    chain, level = Chain(settings, [0.0]), Ref{Int32}()
    GC.@preserve chain Sgmcmc.check(LibSgmcmc.sgmcmc_chain_properties_f64(C_NULL, C_NULL, level, Sgmcmc.address(chain)))
    unsafe_string(LibSgmcmc.sgmcmc_simd_level_name(level[]))
end

for simd_level in (:sse2, :avx2, :avx512)
    order = ENDIAN_BOM == 0x04030201 ? "little" : "big"
    println("Julia: $(Sys.ARCH), $(Sys.WORD_SIZE) bits, $order, $(level_name(simd_level))")
    main(parse(Int, ARGS[1]); simd_level = simd_level)
end
