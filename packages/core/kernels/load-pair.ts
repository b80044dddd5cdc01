/** Loads the doubles at two addresses into one vector. */
@inline
export function loadPair(first: usize, second: usize): v128 {
  return v128.load64_lane(second, v128.load64_zero(first), 1);
}
