import type { z } from 'zod'

/** One environment variable. */
export interface Setting<Value> {
  /** @throws an error whose message completes a sentence that begins with the name of the variable */
  read: (text: string) => Value
  description: string
  /** The text that is read if the variable is absent. */
  fallback?: string
}

type Read<Value> = Setting<Value>['read']

export const optional = <Value>(read: Read<Value>, description: string): Setting<Value> => ({ read, description })

export const withDefault = <Value>(fallback: string, read: Read<Value>, description: string) => ({
  read,
  description,
  fallback,
})

export const text: Read<string> = (given) => given

export const address: Read<string> = (given) => {
  if (!/^https?:$/.test(URL.parse(given)?.protocol ?? '')) throw new Error('is not an http(s) URL')
  return given.trim().replace(/(?<!\/)\/+$/, '')
}

/** An email address, also with a name before it. */
export const sender: Read<string> = (given) => {
  if (!/^[^<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(given.trim())) throw new Error('has no email address')
  return given
}

/** A whole number in digits only; rejects `0x10`, `1e3` and blanks. */
export const wholeNumber =
  (min: number, max: number): Read<number> =>
  (given) => {
    if (!/^\d{1,9}$/.test(given)) throw new Error('is not a whole number in digits')
    const value = Number(given)
    if (value < min || value > max) throw new Error(`is not between ${min} and ${max}`)
    return value
  }

export const yesOrNo: Read<boolean> = (given) => {
  if (given !== 'true' && given !== 'false') throw new Error('is neither true nor false')
  return given === 'true'
}

export const oneParameter =
  <Choice extends string>(choices: readonly Choice[]): Read<Choice> =>
  (given) => {
    const found = choices.find((choice) => choice === given)
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`)
    return found
  }

export const secret =
  (min: number): Read<string> =>
  (given) => {
    if (given.length < min) throw new Error(`is shorter than ${min} characters`)
    return given
  }

/** @param schema created on first use: a schema for each setting would take a large part of the start */
export const fitting =
  (schema: () => z.ZodType<string>): Read<string> =>
  (given) => {
    const { data, error } = schema().safeParse(given)
    if (error) throw new Error(error.issues[0]?.message)
    return data as string
  }

const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

export const loopbackOrigins: Read<string[]> = (given) => {
  const origins = given.split(',').flatMap((entry) => entry.trim() || [])
  if (!origins.every((origin) => LOOPBACK_ORIGIN.test(origin))) {
    throw new Error('must only have loopback origins such as http://127.0.0.1:8080')
  }
  return origins
}
