interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

const TOKEN = /^color:var\(--(?:astro-code|shiki)-token-([a-z]+)/
/** The elements of the colors; short ones for the frequent ones. */
const SHOWN: { [kind: string]: string } = { string: 'i', keyword: 'b', constant: 'u', comment: 'em', function: 'span' }

/** Writes colors as elements, which are short and need no inline styles; a token without a color is plain text. */
export const classTransformer = {
  name: 'colors',
  pre(node: Node): void {
    // Makes wide listings scrollable with the keyboard.
    node.properties = { tabindex: '0', dataLanguage: node.properties?.dataLanguage }
  },
  code(node: Node): void {
    const pieces = (node.children ?? []).flatMap((line) => line.children ?? [line]).map(toPiece)
    node.children = pieces.reduce<Node[]>((joined, piece) => {
      const last = joined.at(-1)
      if (last?.type === 'text' && piece.type === 'text') last.value = `${last.value}${piece.value}`
      else joined.push(piece)
      return joined
    }, [])
  },
}

function toPiece(token: Node): Node {
  const kind = TOKEN.exec(String(token.properties?.style ?? ''))?.[1] ?? ''
  const text = token.children?.[0] ?? { type: 'text', value: token.value ?? '' }
  const name = SHOWN[kind]
  return name ? { type: 'element', tagName: name, properties: {}, children: [text] } : text
}
