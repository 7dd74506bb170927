import type { ExampleCall } from '../../contract/examples.ts'
import type { Route } from '../../contract/routes.ts'
import type { Method } from '../../http/endpoints/endpoint.ts'

export interface Sample {
  language: keyof typeof LANGUAGES
  code: string
}

/** The languages of the samples: their names, the highlighter's, and the ending of a file. */
export const LANGUAGES = {
  curl: { label: 'curl', highlight: 'bash', ending: 'sh' },
  typescript: { label: 'TypeScript', highlight: 'typescript', ending: 'ts' },
  python: { label: 'Python', highlight: 'python', ending: 'py' },
  r: { label: 'R', highlight: 'r', ending: 'R' },
} as const

interface Call {
  method: Method
  url: string
  isKeyed: boolean
  /** The key that everyone may use; programs read theirs from the environment. */
  demoKey: string | null
  body: string | null
}

/** The environment variable that samples read the key from. */
export const KEY_VARIABLE = 'RHP_API_KEY'

const WRITERS = {
  curl: ({ url, isKeyed, demoKey, body, method }) =>
    [
      method === 'DELETE' ? 'curl -X DELETE' : 'curl',
      isKeyed && `-H "Authorization: Bearer ${demoKey ?? `$${KEY_VARIABLE}`}"`,
      body && `-H "Content-Type: application/json"`,
      body && `-d '${body}'`,
      `"${url}"`,
    ]
      .filter(Boolean)
      .join(isKeyed ? ' \\\n  ' : ' '),

  typescript: ({ url, isKeyed, body, method }) => {
    const headers = [
      isKeyed && `Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``,
      body && `'Content-Type': 'application/json'`,
    ].filter(Boolean)
    const options = [
      method !== 'GET' && `method: '${method}'`,
      headers.length > 0 && `headers: { ${headers.join(', ')} }`,
      body && `body: JSON.stringify(${body})`,
    ].filter(Boolean)
    return [
      options.length > 0
        ? `const response = await fetch('${url}', {\n  ${options.join(',\n  ')},\n})`
        : `const response = await fetch('${url}')`,
      'const result = await response.json()',
      'if (!response.ok) throw new Error(result.detail)',
      'console.log(JSON.stringify(result, null, 2))',
    ].join('\n')
  },

  python: ({ url, isKeyed, body, method }) => {
    const headers = [
      isKeyed && `"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"`,
      body && `"Content-Type": "application/json"`,
    ].filter(Boolean)
    const options = [
      `"${url}"`,
      headers.length > 0 && `headers={${headers.join(', ')}}`,
      body && `data=json.dumps(${body}).encode()`,
      method === 'DELETE' && 'method="DELETE"',
    ].filter(Boolean)
    return [
      `import json${isKeyed ? ', os' : ''}, urllib.request`,
      '',
      options.length > 1
        ? `request = urllib.request.Request(\n    ${options.join(',\n    ')},\n)`
        : `request = urllib.request.Request(${options[0]})`,
      'with urllib.request.urlopen(request) as response:',
      '    result = json.load(response)',
      'print(json.dumps(result, indent=2))',
    ].join('\n')
  },

  r: ({ url, isKeyed, body, method }) => {
    const steps = [
      `request("${url}")`,
      isKeyed && `req_auth_bearer_token(Sys.getenv("${KEY_VARIABLE}"))`,
      body && `req_body_raw('${body}', type = "application/json")`,
      method === 'DELETE' && 'req_method("DELETE")',
      'req_perform()',
      'resp_body_json()',
    ].filter(Boolean)
    return [
      'library(httr2)',
      '',
      `result <- ${steps.join(' |>\n  ')}`,
      'cat(jsonlite::toJSON(result, auto_unbox = TRUE, null = "null", pretty = TRUE))',
    ].join('\n')
  },
} as const satisfies Record<keyof typeof LANGUAGES, (call: Call) => string>

/** The address of an example call. @param base address of the service, without a slash at its end */
export function callUrl(
  route: Pick<Route, 'path'>,
  { name, query }: Pick<ExampleCall, 'name' | 'query'>,
  base: string,
): string {
  const path = route.path.replace(/\{\w+\}/, encodeURIComponent(name ?? ''))
  // Commas are plain in a query, and readable.
  const search = new URLSearchParams(query).toString().replaceAll('%2C', ',')
  return `${base}${path}${search && `?${search}`}`
}

/** Whether an endpoint answers the demo key, which belongs to no account. */
export const hasDemo = ({ endpoint }: Pick<Route, 'endpoint'>): boolean => endpoint !== null && !endpoint.needsAccount

/** A call of an endpoint in every language. @param demoKey the key that everyone may use; null if there is none */
export function formatSamples(
  route: Pick<Route, 'path' | 'endpoint'>,
  call: ExampleCall,
  base: string,
  demoKey: string | null = null,
): Sample[] {
  const url = callUrl(route, call, base)
  const body = call.body && JSON.stringify(call.body)
  return Object.entries(WRITERS).map(([language, write]) => ({
    language: language as Sample['language'],
    code: write({
      url,
      isKeyed: route.endpoint !== null && !route.endpoint.isSigned,
      demoKey: hasDemo(route) ? demoKey : null,
      body,
      method: route.endpoint?.method ?? 'GET',
    }),
  }))
}
