import type { Problem } from '../../http/errors.ts'

/** What the service refused, in its own words. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Asks the service as the person who is signed in. @throws Refusal */
export async function ask<Answer = null>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`/api/account${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal('UNREACHABLE', 'The service cannot be reached. Try again in a moment.')
  })
  const text = await response.text()
  if (response.ok) return (text === '' ? null : JSON.parse(text)) as Answer
  throw refusalOf(text)
}

/** What stands before the service may answer with a page of its own. */
function refusalOf(text: string): Refusal {
  try {
    const { code, detail } = JSON.parse(text) as Problem
    return new Refusal(code, detail)
  } catch {
    return new Refusal('UNKNOWN', 'The service did not answer as it should. Try again in a moment.')
  }
}
