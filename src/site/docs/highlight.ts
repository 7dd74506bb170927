/** The part of a highlighter's transformer that the site uses. */
interface Span {
  properties: Record<string, unknown>
}

const TOKEN = /^color:var\(--(?:astro-code|shiki)-token-([a-z]+)/

const SHOWN = new Set(['string', 'keyword', 'constant', 'comment', 'function'])

/** Writes colors as classes: shorter, and pages need no inline styles. */
export const classTransformer = {
  name: 'classes',
  pre(node: Span): void {
    // Makes wide listings scrollable with the keyboard.
    node.properties = { tabindex: '0', dataLanguage: node.properties.dataLanguage }
  },
  line(node: Span): void {
    node.properties = {}
  },
  span(node: Span): void {
    const kind = TOKEN.exec(String(node.properties.style ?? ''))?.[1] ?? ''
    node.properties = SHOWN.has(kind) ? { class: `code-${kind}` } : {}
  },
}
