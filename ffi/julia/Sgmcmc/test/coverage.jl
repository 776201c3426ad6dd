# Every C function is in the library, and what users call makes use of it.

@test all(address[] != C_NULL for address in values(LibSgmcmc.ADDRESSES))
@test !isempty(LibSgmcmc.ADDRESSES)

# One that a smaller build lacks is an error of its own.
address = LibSgmcmc.ADDRESSES[:sgmcmc_abi_version]
found = address[]
address[] = C_NULL
@test occursin("built without sgmcmc_abi_version", sprint(showerror, @thrown Sgmcmc.abi_version()))
address[] = found

sources = filter(name -> name != "bindings.jl", readdir(joinpath(@__DIR__, "../src")))
text = join(read(joinpath(@__DIR__, "../src", name), String) for name in sources)
# `sample` advances chains, as this does one after the other.
used = union([:sgmcmc_ensemble_run], Symbol.(m.match for m in eachmatch(r"\bsgmcmc_\w+", text)))
stem(name) = Symbol(replace(string(name), r"_f(32|64)$" => ""))
@test [name for name in keys(LibSgmcmc.ADDRESSES) if !(stem(name) in used || name in used)] == []

# Every field of a settings struct, and of those in it, is a keyword of its own.
for options in (Settings, Rule, Schedule, Block, Sgmcmc.PilotSettings, Sgmcmc.HealthSettings, Sgmcmc.EstimateSettings,
    Sgmcmc.EnsembleSettings)
    @test allunique(Sgmcmc.keywords(options))
    for field in Sgmcmc.settable(options)
        # An Int32 is an enum or a flag: what is neither would read as one.
        enum = Sgmcmc.enum_of(field)
        @test enum === nothing ?
            field.type !== Int32 || occursin(r"frozen|reflect|tune_|averaged|covariance", string(last(field.path))) :
            length(LibSgmcmc.choices(enum)) >= 2
        # Where a kind is looked for.
        field.type === Ptr{Float64} && @test fieldname(field.owner, 1) === :kind
    end
end

# What is exported is documented.
for name in names(Sgmcmc)
    documented = Base.Docs.doc(Base.Docs.Binding(Sgmcmc, name))
    @test !occursin("No documentation found", string(documented))
end
