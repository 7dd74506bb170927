/** The first position after a limit, by binary search. @param compare positive for positions after the limit */
export function firstAfter(length: number, compare: (place: number) => number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(middle) > 0) high = middle
    else low = middle + 1
  }
  return low
}
