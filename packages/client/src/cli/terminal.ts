import { type Client, createClient, type Wait } from '../index.ts'

/** What a command needs from its environment. */
export interface Terminal {
  /** Standard output, for the result only. */
  out(text: string): void
  /** Standard error, for all other messages. */
  log(text: string): void
  /** Width of the screen in characters; null when the output is not a terminal. */
  width: number | null
  env: { readonly [name: string]: string | undefined }
  /** Aborted when the user interrupts. */
  signal: AbortSignal
}

/** A missing or malformed setting. */
export class SettingError extends Error {
  override name = 'SettingError'
  readonly setting: 'RHP_BASE_URL' | 'RHP_API_KEY'

  constructor(setting: SettingError['setting'], message: string) {
    super(message)
    this.setting = setting
  }
}

/** `The requests of this minute are used up. Waiting 23 seconds, until 17:01:00 UTC.` */
function formatWait({ seconds, code }: Wait): string {
  const reason = code === 'RATE_LIMITED' ? 'The requests of this minute are used up.' : 'The service asked to wait.'
  const until = new Date(Date.now() + seconds * 1000).toISOString().slice(11, 19)
  return `${reason} Waiting ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, until ${until} UTC.\n`
}

/** The client configured by the environment. @throws SettingError */
export function openClient({ env, signal, log }: Terminal, { needsKey = true } = {}): Client {
  const { RHP_API_KEY: apiKey, RHP_BASE_URL: baseUrl } = env
  if (!baseUrl) {
    throw new SettingError(
      'RHP_BASE_URL',
      'Set RHP_BASE_URL to the URL of the service, such as https://api.example.org.',
    )
  }
  if (needsKey && !apiKey) throw new SettingError('RHP_API_KEY', 'Set RHP_API_KEY to your API key.')
  try {
    // A single run never repeats a request.
    return createClient({ baseUrl, apiKey, signal, cache: false, onWait: (wait) => log(formatWait(wait)) })
  } catch (error) {
    const { message } = error as Error
    const setting = message.startsWith('apiKey') ? 'RHP_API_KEY' : 'RHP_BASE_URL'
    throw new SettingError(setting, message.replace(/^\w+/, setting))
  }
}
