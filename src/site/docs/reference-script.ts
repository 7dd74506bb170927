import { addCopyButtons, copy } from '../copying.ts'
import { KEY_VARIABLE } from './samples.ts'
import { formatCurl, readSavedKey, type TryCall, tryCall } from './try-call.ts'

/** Adds copy buttons to the samples, inserts the reader's own key, and runs the call of the page on request. */

const SHOWN_MAX = 20_000

addCopyButtons()
useOwnKey()

const form = document.querySelector<HTMLFormElement>('form.try')
if (form) prepare(form)

/** Only curl samples contain the key itself: programs should read it from their environment. */
function useOwnKey(): void {
  const key = readSavedKey()
  if (!key) return
  for (const code of document.querySelectorAll('pre[data-language="bash"] code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      text.data = text.data.replaceAll(`$${KEY_VARIABLE}`, key).replace(/(?<=Bearer )DEMO_KEY\b/g, key)
    }
  }
}

function prepare(form: HTMLFormElement): void {
  const panel = document.querySelector<HTMLElement>('.try-response')
  const findField = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | null
  const findPart = (name: string) => document.querySelector<HTMLElement>(`[data-try="${name}"]`)
  const put = (name: string, text: string) => {
    const element = findPart(name)
    if (element) element.textContent = text
  }
  let last: TryCall | null = null
  const key = findField('key')
  const saved = readSavedKey()
  if (key && saved) key.value = saved

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    last = readCall(form)
    if (panel) panel.hidden = false
    put('call', `${last.method} ${last.url.slice(location.origin.length)}`)
    put('status', 'Waiting for the response…')
    put('facts', '')
    put('body', '')
    const started = performance.now()
    try {
      const { method, headers, body } = last
      const response = await fetch(last.url, { method, headers, body, credentials: 'omit' })
      const text = formatBody(await response.text(), response.headers.get('content-type'))
      put('status', `${response.status} ${response.statusText}`.trim())
      put('facts', formatFacts(response, performance.now() - started))
      put('body', text.slice(0, SHOWN_MAX))
      findPart('cut')?.toggleAttribute('hidden', text.length <= SHOWN_MAX)
    } catch {
      put('status', 'No response')
      put('facts', 'The service could not be reached. Check your connection and send again.')
    }
  })

  findPart('copy')?.addEventListener('click', async () => {
    const call = findPart('call')
    if (!last || !call) return
    const isCopied = await copy(formatCurl(last), call)
    put('copied', isCopied ? 'Copied, with your key. Do not share it.' : 'Your browser does not let the page copy.')
  })
}

function readCall(form: HTMLFormElement): TryCall {
  const readValue = (name: string) => String(new FormData(form).get(name) ?? '')
  const parameters = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.try-fields [name]')]
  return tryCall(
    {
      method: form.dataset.method ?? 'GET',
      path: form.dataset.path ?? '',
      parameters: parameters.map((field) => ({
        name: field.name,
        in: field.dataset.in ?? 'query',
        value: field.value,
      })),
      key: readValue('key'),
      body: form.elements.namedItem('body') ? readValue('body') : null,
    },
    location.origin,
  )
}

function formatBody(text: string, type: string | null): string {
  if (!type?.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function formatFacts({ headers }: Response, ms: number): string {
  const left = headers.get('x-ratelimit-remaining')
  const month = headers.get('x-ratelimit-monthly-remaining')
  return [
    `${Math.round(ms)} ms`,
    left !== null && `${left} requests left this minute`,
    month !== null && `${month} left this month`,
    headers.get('x-request-id') && `request ${headers.get('x-request-id')}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
