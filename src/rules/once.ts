/** A lazily created value: tables that few requests read must not slow the start. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export function onceEach<Name, Value>(make: (name: Name) => Value): (name: Name) => Value {
  const made = new Map<Name, Value>()
  return (name) => {
    const existing = made.get(name)
    if (existing !== undefined) return existing
    const value = make(name)
    made.set(name, value)
    return value
  }
}

/** An object whose members are created when they are first read. */
export function membersOnce<Members extends object>(make: { [Name in keyof Members]: () => Members[Name] }): Members {
  const members = {} as Members
  for (const [name, makeOne] of Object.entries<() => unknown>(make)) {
    Object.defineProperty(members, name, { get: once(makeOne), enumerable: true })
  }
  return members
}

/** The result of work; null if it throws. */
export function orNull<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** Work of which concurrent calls share one run. It never throws: a failure is reported once and resolves to undefined. */
export function shareRuns<Result>(
  work: () => Promise<Result>,
  report: (error: { message: string }) => void,
): () => Promise<Result | undefined> {
  let underWay: Promise<Result | undefined> | null = null
  let lastError: string | null = null
  const run = async (): Promise<Result | undefined> => {
    try {
      const result = await work()
      lastError = null
      return result
    } catch (error) {
      const { name } = error as Error
      if (lastError !== name) report({ message: name })
      lastError = name
      return undefined
    } finally {
      underWay = null
    }
  }
  return () => {
    underWay ??= run()
    return underWay
  }
}
