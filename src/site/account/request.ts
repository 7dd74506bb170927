import type { Problem } from '../../http/errors.ts'

/** A refused request, with the message of the service. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Calls the service as the signed-in person. @throws Refusal */
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

/** A proxy in front of the service may answer with a page of its own. */
function refusalOf(text: string): Refusal {
  try {
    const { code, detail } = JSON.parse(text) as Problem
    return new Refusal(code, detail)
  } catch {
    return new Refusal('UNKNOWN', 'Unexpected response from the service. Try again in a moment.')
  }
}
