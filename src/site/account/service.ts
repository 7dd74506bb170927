import type { ParameterProblem, Problem } from '../../http/response/errors.ts'

/** A refused request, with the message of the service. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  /** The problems of single fields; none when the request as a whole is refused. */
  readonly errors: readonly ParameterProblem[]
  constructor(code: string, detail: string, errors: readonly ParameterProblem[] = []) {
    super(detail)
    this.code = code
    this.errors = errors
  }
}

/** Calls the service as the signed-in person. @throws Refusal */
export async function callApi<Answer = null>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const options = {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }
  const [isOk, text] = await fetch(`/api/account${path}`, options)
    .then(async (response) => [response.ok, await response.text()] as const)
    .catch(() => {
      throw new Refusal('UNREACHABLE', 'The service cannot be reached. Try again in a moment.')
    })
  if (isOk) return (text === '' ? null : JSON.parse(text)) as Answer
  throw parseRefusal(text)
}

/** A proxy in front of the service may answer with a page of its own. */
function parseRefusal(text: string): Refusal {
  try {
    const { code, detail, errors } = JSON.parse(text) as Problem
    return new Refusal(code, detail, errors)
  } catch {
    return new Refusal('UNKNOWN', 'Unexpected response from the service. Try again in a moment.')
  }
}
