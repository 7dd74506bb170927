import type { Context } from 'hono'
import { nearest } from '../../schema/params.ts'
import { ENDPOINTS } from '../endpoints/all.ts'
import { API, COMMON_GRANTS } from '../endpoints/endpoint.ts'
import { PUBLIC_ENDPOINTS } from '../endpoints/public.ts'
import { ApiError } from '../response/errors.ts'
import { notAcceptable } from './formats.ts'

const NAMES = [
  ...new Set(
    ENDPOINTS.filter(({ path }) => path.startsWith(API)).map(
      ({ path }) => path.slice(API.length + 1).split('/')[0] as string,
    ),
  ),
]
const GRANTS = `${COMMON_GRANTS}/opportunities`

/** The error for an unknown path, with a suggestion. */
export function unknownPath({ req: { path } }: Context): ApiError {
  const [, list = '', suffix] = /^(.+)\.(\w{1,20})$/.exec(path) ?? []
  const { formats } = ENDPOINTS.find((endpoint) => endpoint.path === list) ?? {}
  if (formats) return notAcceptable(`".${suffix}" is not a supported format.`, formats)
  const meant = pathMeant(path)
  const hint = meant && meant !== path ? ` Did you mean "${meant}"?` : ' The reference lists every endpoint.'
  return new ApiError('NOT_FOUND', `There is nothing at ${path}.${hint}`)
}

/** The API path that an unknown one most likely means: different case, a typo, or a trailing slash. */
function pathMeant(path: string): string | null {
  if (path.startsWith(COMMON_GRANTS)) return GRANTS
  const parts = path.split('/').filter(Boolean)
  const [first = '', ...rest] = parts.slice(parts.findIndex((part) => !/^(api|v1)$/i.test(part)))
  // Ignores an extension on a path that supports none.
  const name = first.toLowerCase().replace(/\.\w+$/, '')
  const isPublic = PUBLIC_ENDPOINTS.find((endpoint) => endpoint.path === `/api/${name}`)
  if (isPublic && rest.length === 0) return isPublic.path
  const list = NAMES.includes(name) ? name : nearest(name, NAMES)
  if (list === undefined || rest.length > 1) return null
  return [API, list, ...rest].join('/')
}
