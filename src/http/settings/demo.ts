import { storeKind } from '../../storage/open.ts'
import { isPlainLoopback } from '../account/browser.ts'
import type { Settings } from './settings.ts'

/** The URL of a server on a host. */
export const hostAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Whether the first start may create and print a demo key: only if the service and its store are local to this machine. */
export const mayMakeDemo = (settings: Settings): boolean =>
  settings.DEMO_KEY &&
  settings.NODE_ENV !== 'production' &&
  !settings.TRUST_PROXY &&
  storeKind(settings) === 'embedded' &&
  [hostAddress(settings.HOST, 80), settings.BASE_URL ?? 'http://localhost'].every(isPlainLoopback)
