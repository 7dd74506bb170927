/** Some fields of a record, in the order of the names. Fields that the record does not have are left out. */
export function pick<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  const picked: Partial<Pick<From, Name>> = {}
  for (const name of names) if (Object.hasOwn(from, name)) picked[name] = from[name]
  return picked as Pick<From, Name>
}
