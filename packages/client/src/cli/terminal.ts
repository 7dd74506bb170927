import { type Client, createClient } from '../index.ts'

/** What a command needs of the world around it. */
export interface Terminal {
  /** Standard output: the answer and nothing else. */
  out(text: string): void
  /** Standard error: whatever else there is to say. */
  log(text: string): void
  /** Characters of a line on the screen; null when the output goes elsewhere. */
  width: number | null
  env: { readonly [name: string]: string | undefined }
  /** Aborted when the person has had enough. */
  signal: AbortSignal
}

/** A setting that is missing or cannot be used. */
export class SettingError extends Error {
  override name = 'SettingError'
  readonly setting: 'RHP_BASE_URL' | 'RHP_API_KEY'

  constructor(setting: SettingError['setting'], message: string) {
    super(message)
    this.setting = setting
  }
}

/** The client that the environment describes. @throws SettingError */
export function openClient({ env, signal }: Terminal, { needsKey = true } = {}): Client {
  const { RHP_API_KEY: apiKey, RHP_BASE_URL: baseUrl } = env
  if (!baseUrl) {
    throw new SettingError(
      'RHP_BASE_URL',
      'Set RHP_BASE_URL to the address of the service, such as https://api.example.org.',
    )
  }
  if (needsKey && !apiKey) throw new SettingError('RHP_API_KEY', 'Set RHP_API_KEY to your API key.')
  try {
    // One run asks for nothing twice.
    return createClient({ baseUrl, apiKey, signal, cache: false })
  } catch (error) {
    const { message } = error as Error
    const setting = message.startsWith('apiKey') ? 'RHP_API_KEY' : 'RHP_BASE_URL'
    throw new SettingError(setting, message.replace(/^\w+/, setting))
  }
}
