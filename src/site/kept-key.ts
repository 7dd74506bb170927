const NAME = 'rhp-example-key'

/** The key that a person chose to use in the examples of this browser tab; null for none, or where nothing is kept. */
export function keptKey(): string | null {
  try {
    return sessionStorage.getItem(NAME)
  } catch {
    return null
  }
}

/** Keeps a key for the examples until the tab is closed, or forgets it. @returns whether it is as asked */
export function keepKey(key: string | null): boolean {
  try {
    if (key === null) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, key)
    return true
  } catch {
    return false
  }
}
