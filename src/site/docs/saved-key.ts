const NAME = 'rhp-example-key'

/** The key chosen for the examples of this browser tab; null for none, or when storage is blocked. */
export function savedKey(): string | null {
  try {
    return sessionStorage.getItem(NAME)
  } catch {
    return null
  }
}

/** Keeps a key for the examples until the tab is closed; null removes it. @returns whether it succeeded */
export function saveKey(key: string | null): boolean {
  try {
    if (key === null) sessionStorage.removeItem(NAME)
    else sessionStorage.setItem(NAME, key)
    return true
  } catch {
    return false
  }
}
