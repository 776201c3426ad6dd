# Settings as text, and back.

"""
    lines(settings, dim) -> String

Every setting in force as a line of `key = value`, defaults too, for `dim` parameters: a record of a run, of which
`Settings(base, text, dim)` makes settings with the same lines, and so does any other host of the library. They may
differ by `==`, where they have what was a default. Of vectors and blocks a line has how many numbers or blocks there
are, and a fingerprint.
"""
function lines(settings::Settings, dim::Integer)
    with_struct(settings, dim) do record
        written((arguments...) -> sgmcmc_settings_text(arguments..., dim), record)
    end
end

"""
    Settings(base, text, dim)

The settings that the lines of `text` make of `base`, for `dim` parameters: see
`sgmcmc_settings_read` in the C headers. Vectors and blocks are `base`'s. An [`SgmcmcError`](@ref) has the number of the
line as its `code`.
"""
function Settings(base::Settings, text::AbstractString, dim::Integer)
    with_struct(base, dim) do record
        line, bytes = Ref(Csize_t(0)), codeunits(String(text))
        status = GC.@preserve bytes sgmcmc_settings_read(
            record, line, Ptr{Cchar}(pointer(bytes)), length(bytes), dim,
        )
        status == 0 || throw(SgmcmcError(status, line[]))
        kept = filter(((offset, _),) -> got(record, Ptr{Cvoid}, offset) != C_NULL, pointed(base))
        foreach(offset -> put!(record, offset, C_NULL), keys(kept))
        put!(record, :block_count, 0)
        put!(record, :block_size, 0)
        step_size = got(record, Float64, PROPOSAL_STEP_SIZE)
        put!(record, PROPOSAL_STEP_SIZE, 0.0)
        settings = Settings(record, kept)
        settings.sampler === :metropolis_hastings ? Settings(settings; step_size = step_size) : settings
    end
end
