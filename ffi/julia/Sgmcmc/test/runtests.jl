# The tests of the package, or those of the files that are named; every file is a module of its own, over the model of
# world.jl.

using Test

const FILES = (
    "layout", "coverage", "settings", "views", "chains", "callbacks", "interrupts", "allocation", "kernels",
    "mathematics", "transforms", "threads", "estimates", "checkpoints", "pilot", "health",
    "ensembles",
)

@testset "Sgmcmc" begin
    @testset "$file" for file in (isempty(ARGS) ? FILES : ARGS)
        own = Module(Symbol(file, "_tests"))
        Base.include(own, joinpath(@__DIR__, "world.jl"))
        Base.include(own, joinpath(@__DIR__, "$file.jl"))
    end
end
