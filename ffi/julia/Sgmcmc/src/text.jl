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
        settings, rule = Settings(Ref(record[]), copy(pointed(base))), Rule()
        step_size, temperature = Schedule(), Schedule()
        line, bytes = Ref(Csize_t(0)), codeunits(String(text))
        status = GC.@preserve bytes sgmcmc_settings_read(
            raw(settings), raw(rule), raw(step_size), raw(temperature), line, Ptr{Cchar}(pointer(bytes)), length(bytes),
            dim,
        )
        status == 0 || throw(SgmcmcError(status, line[]))
        given = pointed(base)
        keep_pointed!(rule, haskey(given, :rule) ? pointed(given[:rule]) : Dict{Symbol,Any}())
        found = Dict{Symbol,Any}(:rule => rule, :step_size_schedule => step_size, :temperature_schedule => temperature)
        keep_pointed!(settings, merge(given, found))
        for name in (:block_count, :block_size, :noise_covariance_len)
            put!(raw(settings), name, Csize_t(0))
        end
        settings
    end
end

"Has what the struct's pointers that are not NULL point to in `pointed`, and makes them NULL."
function keep_pointed!(options::Options, given)
    empty!(pointed(options))
    for name in keywords(typeof(options))
        type = fieldtype(mirror(options), name)
        type <: Ptr || continue
        if getfield(raw(options)[], name) != C_NULL
            pointed(options)[name] = given[name]
        end
        put!(raw(options), name, type(C_NULL))
    end
end
