# Constrained parameters: ranges of theta that are positive, bounded, in order, a simplex or a correlation's factor.

const Transform = LibSgmcmc.sgmcmc_transform

"""
    Transform(kind, range; lower = 0, upper = Inf)

What becomes of a range of parameters, such as `3:4`, counted from 1. Kinds are those of
`?Sgmcmc.LibSgmcmc.sgmcmc_transform_kind`: `:bounded`, which is above `lower` and below `upper` (positive as they are; `lower = -Inf` for no lower bound), `:ordered`,
`:simplex`, which makes one value more than there are parameters, and `:correlation`, the Cholesky factor of a matrix
with as many pairs as there are parameters, row after row.
"""
function Transform(
    kind::Symbol, range::AbstractUnitRange{<:Integer};
    lower::Real = 0, upper::Real = kind === :bounded ? Inf : 0,
)
    first(range) >= 1 || throw(ArgumentError("a transform starts at parameter 1 or later, not at $(first(range))"))
    count = length(range)
    row_count = (1 + isqrt(1 + 8 * count)) ÷ 2
    if kind === :correlation && row_count * (row_count - 1) ÷ 2 != count
        throw(ArgumentError("no correlation matrix has $count pairs"))
    end
    len = kind === :simplex ? count + 1 : kind === :correlation ? row_count : count
    Transform(first(range) - 1, len, lower, upper, number(LibSgmcmc.sgmcmc_transform_kind, :kind, kind), 0)
end

"""
    constrain!(values, theta, transforms) -> log_jacobian

Writes the values of `theta` under a vector of [`Transform`](@ref)s in ascending order: one more than the parameters for
a simplex, the square of its rows for a correlation, and as they are those that no transform covers. In a model what
overflows needs no care: it is [`Impossible`](@ref) there.
"""
function constrain!(values::Writable{T}, theta::AbstractArray{T}, transforms::Vector{Transform}) where {T<:Precision}
    theta, sum = in_place(theta), Ref(0.0)
    check(sgmcmc_constrain(T, values, length(values), sum, theta, length(theta), transforms, length(transforms)))
    sum[]
end

"""
    pull_back!(gradient, theta, value_gradient, transforms; weight = 1)

Writes the gradient in `theta` of what has `value_gradient` in the values, with `weight` times that of the log Jacobian.
"""
function pull_back!(
    gradient::Writable{T}, theta::AbstractArray{T}, value_gradient::AbstractArray{T}, transforms::Vector{Transform};
    weight::Real = 1,
) where {T<:Precision}
    length(gradient) == length(theta) || throw(DimensionMismatch("theta and its gradient differ in length"))
    theta, slopes = in_place(theta), in_place(value_gradient)
    check(sgmcmc_pull_back(
        T, gradient, theta, length(theta), slopes, length(slopes), transforms, length(transforms), weight,
    ))
    gradient
end

"""
    unconstrain!(theta, values, transforms)

Writes the theta that has these values, for a start.
"""
function unconstrain!(theta::Writable{T}, values::AbstractArray{T}, transforms::Vector{Transform}) where {T<:Precision}
    values = in_place(values)
    check(sgmcmc_unconstrain(T, theta, length(theta), values, length(values), transforms, length(transforms)))
    theta
end
