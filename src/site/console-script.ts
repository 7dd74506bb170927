import type { OpenApi } from '../contract/shape.ts'

/** The part of the console's library that the page uses; the library is served from this site. */
interface Library {
  createApiReference: (selector: string, configuration: object) => unknown
}

const LIBRARY = '/reference/console-files/standalone.esm.js'

const { createApiReference }: Library = await import(/* @vite-ignore */ LIBRARY)

const contract: OpenApi = await (await fetch('/openapi.json')).json()
const own = { url: location.origin, description: 'The host of this page.' }

createApiReference('#console', {
  // What holds for every endpoint is in the guides; here it would push the calls off the screen.
  content: {
    ...contract,
    info: { ...contract.info, description: contract.info.summary },
    servers: [own, ...contract.servers.filter(({ url }) => url !== '/' && url !== own.url)],
  },
  // A key must reach no other host than the service's own.
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  persistAuth: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  theme: 'none',
  darkMode: matchMedia('(prefers-color-scheme: dark)').matches,
  hideDarkModeToggle: true,
  documentDownloadType: 'none',
  hideModels: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'bearer' },
})
