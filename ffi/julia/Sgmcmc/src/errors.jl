# What the library answers instead of OK, and what a callback may answer instead of a number.

"""
    SgmcmcError

A call that the library refused, or a step that failed; then every byte of the chain is as it was before.

`error == LibSgmcmc.SGMCMC_ERROR_IMPOSSIBLE` asks for a status of the header; `status` is its number. The name of a
setting that was refused is [`refused_setting`](@ref)`(error)`. `code` is what a callback stopped the chain with, or the number of the line that
`Settings` refuses in a text.
"""
struct SgmcmcError <: Exception
    status::Int32
    code::Int32
end

SgmcmcError(status::Integer) = SgmcmcError(status, 0)

"Whether a callback stopped the chain, with a code."
is_stop(status::Integer) =
    status in Integer.((LibSgmcmc.SGMCMC_ERROR_STOPPED, LibSgmcmc.SGMCMC_ERROR_STOPPED_BY_OBSERVER))

"""
    refused_setting(error)

The keyword of the setting that was refused, such as `:step_size`, or `nothing` where the error is about something else.
One that nothing uses in a schedule has the schedule's name before its own: `:temperature_floor`.
"""
refused_setting(error::SgmcmcError) = refused_setting(error.status)

function refused_setting(status::Integer)
    name = convert(Ptr{UInt8}, sgmcmc_refused_setting(status))
    name == C_NULL ? nothing : keyword(Symbol.(split(unsafe_string(name), '.')))
end

"A status's name in the header, or that of the setting that it refuses."
function status_name(status::Integer)
    setting = refused_setting(status)
    setting === nothing || return "setting $setting"
    for known in values(LibSgmcmc.choices(LibSgmcmc.sgmcmc_error))
        Integer(known) == status && return string(known)
    end
    "status $status"
end

function Base.showerror(io::IO, error::SgmcmcError)
    message = unsafe_string(sgmcmc_status_message(error.status))
    print(io, "SgmcmcError: ", message, " (", status_name(error.status))
    error.code == 0 || print(io, is_stop(error.status) ? ", code " : ", line ", error.code)
    print(io, ")")
end

function Base.show(io::IO, error::SgmcmcError)
    print(io, "SgmcmcError(", status_name(error.status), error.code == 0 ? "" : ", $(error.code)", ")")
end

Base.:(==)(error::SgmcmcError, status::LibSgmcmc.sgmcmc_error) = error.status == Integer(status)
Base.:(==)(status::LibSgmcmc.sgmcmc_error, error::SgmcmcError) = error == status

check(status::Integer) = status == 0 ? nothing : throw(SgmcmcError(status))

"""
    Stop(code = 2)

What a callback returns to stop the chain: `step!` and `run!` throw an [`SgmcmcError`](@ref) with this code, but for an
observer's `Stop`, at which `run!` returns. The chain stays where it is. 0 and 1 are no codes.
"""
struct Stop
    code::Int32
    function Stop(code::Integer = 2)
        code in (0, 1) && throw(ArgumentError("Stop($code): 0 and 1 do not stop a chain"))
        new(LibSgmcmc.fitting(Int32, :code, code))
    end
end

"""
    Impossible()

What a callback returns when the model cannot be evaluated at theta: a Metropolis-Hastings proposal is rejected, a
rule's step refused. A log-likelihood of `-Inf` is the same.
"""
struct Impossible end

"The cause of an error that a callback threw: where it was thrown, beyond the frames of the library."
struct InCallback <: Exception
    error::Any
    backtrace::Any
end

Base.showerror(io::IO, cause::InCallback) = (print(io, "in a callback: "); showerror(io, cause.error, cause.backtrace))

# No stack of this throw has the callback in it, so where that was comes as the cause. The error itself is thrown as it
# is, so that it can be caught by its type.
@noinline function throw_again(error, backtrace)
    try
        throw(InCallback(error, backtrace))
    catch
        throw(error)
    end
end
