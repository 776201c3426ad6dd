# Functions with the same bits on every machine, and what turns other libraries' settings into ours.

for (name, what) in ((:exp, "exponential"), (:ln, "natural logarithm"), (:sin, "sine"), (:cos, "cosine"))
    which, all_of = Integer(LibSgmcmc.choices(LibSgmcmc.sgmcmc_function)[name]), Symbol(name, :!)
    @eval begin
        @doc """
            Sgmcmc.$($(string(name)))(x)

        The $($what) of a `Float32` or `Float64`, with the same bits on every machine.
        """
        @inline function $name(x::T) where {T<:Precision}
            out = Ref(x)
            check(sgmcmc_map(T, out, out, 1, $which))
            out[]
        end
        @doc """
            Sgmcmc.$($(string(all_of)))(out, x = out, len = length(x))

        The $($what) of the first `len` numbers of an array, with the bits of the scalar function, and faster.
        """
        function $all_of(out::Writable{T}, x::DenseArray{T} = out, len::Integer = length(x)) where {T<:Precision}
            0 < len <= min(length(out), length(x)) || throw(DimensionMismatch("$len of $(length(x)) numbers"))
            check(sgmcmc_map(T, out, x, len, $which))
            out
        end
    end
end

"""
    fingerprint(x)

The 64-bit FNV-1a hash of an array's bits, to compare chains with.
"""
function fingerprint(x::AbstractArray{T}) where {T<:Precision}
    x, out = in_place(x), Ref(UInt64(0))
    check(sgmcmc_fingerprint(T, out, x, length(x)))
    out[]
end

"The share of parameters that a spike-and-slab prior keeps: those with |theta| at or above `keep_threshold`."
function kept_ratio(
    theta::AbstractArray{T}; slab_weight::Real, slab_deviation::Real, spike_deviation::Real,
) where {T<:Precision}
    threshold = keep_threshold(; slab_weight, slab_deviation, spike_deviation)
    isempty(theta) && check(LibSgmcmc.SGMCMC_ERROR_LENGTH_ZERO)
    count(x -> abs(Float64(x)) >= threshold, theta) / length(theta)
end

"|theta| from which the slab of a spike-and-slab prior is the likelier."
keep_threshold(; slab_weight::Real, slab_deviation::Real, spike_deviation::Real) =
    sgmcmc_keep_threshold(slab_weight, slab_deviation, spike_deviation)

"The length of a cycle when `step_count` steps or epochs make `cycle_count` cycles: their ratio, rounded up."
cycle_len(step_count::Integer, cycle_count::Integer) = cld(step_count, max(cycle_count, 1))

function schedule_at(schedule::Schedule, k::Integer)
    value, explores = Ref(0.0), Ref(Int32(0))
    GC.@preserve schedule check(sgmcmc_schedule_at(value, explores, raw(schedule), k))
    (value[], explores[] != 0)
end

(schedule::Schedule)(k::Integer) = schedule_at(schedule, k)[1]

"Whether step or epoch k, from 0, is in the exploring part of a cycle."
explores(schedule::Schedule, k::Integer) = schedule_at(schedule, k)[2]

"`step_size` of Welling and Teh's epsilon, half of which multiplies the gradient."
from_welling_teh(epsilon::Real) = Float64(epsilon) / 2

"`step_size` of a learning rate on the mean log posterior of `data_len` data."
from_learning_rate(learning_rate::Real, data_len::Integer) = Float64(learning_rate) / data_len

"`step_size` and `temperature` of the epsilon of minibatch Metropolis-Hastings."
from_mini_batch_metropolis(epsilon::Real, data_len::Integer) =
    (step_size = from_learning_rate(epsilon, data_len), temperature = from_learning_rate(1, data_len))

"`step_size` and a rule's `friction` of a learning rate and a momentum on the mean log posterior of `data_len` data."
from_momentum(learning_rate::Real, momentum::Real, data_len::Integer) =
    (step_size = from_learning_rate(learning_rate, data_len), friction = 1 - Float64(momentum))

function of_equation(h, equation_friction, rule)
    step_size, friction = Ref(0.0), Ref(0.0)
    check(sgmcmc_from_equation(step_size, friction, h, equation_friction, rule))
    (step_size = step_size[], friction = friction[])
end

"`step_size` and `friction` of SGHMC, ABOBA or SGNHT, of the step and the friction of the differential equation."
from_equation(h::Real, equation_friction::Real) =
    of_equation(h, equation_friction, LibSgmcmc.SGMCMC_RULE_SGHMC)

"The same for BAOAB, whose friction acts exactly."
from_equation_exactly(h::Real, equation_friction::Real) =
    of_equation(h, equation_friction, LibSgmcmc.SGMCMC_RULE_BAOAB)

"The version of the library that runs."
function library_version()
    number = Int(sgmcmc_version_number())
    VersionNumber(number ÷ 1_000_000, number ÷ 1000 % 1000, number % 1000)
end

"The ABI of the library that runs, which is the package's."
abi_version() = Int(sgmcmc_abi_version())

"The file of the library that runs."
library_path() = LibSgmcmc.PATH[]

"""
    Sgmcmc.simd_level()
    Sgmcmc.simd_level(chain)

The name of the instruction set that the library uses here, or that the steps of a chain use.
"""
simd_level() = unsafe_string(sgmcmc_simd_level_name(sgmcmc_simd_level()))

function simd_level(chain::Chain{T}) where {T}
    level = Ref(Int32(0))
    GC.@preserve chain check(sgmcmc_chain_properties(T, C_NULL, C_NULL, level, address(chain)))
    unsafe_string(sgmcmc_simd_level_name(level[]))
end
