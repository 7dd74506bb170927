/** Copies a text. If the browser blocks copying, selects the text of an element instead. @returns whether it was copied */
export async function copy(text: string, shown: Element): Promise<boolean> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (!isCopied) getSelection()?.selectAllChildren(shown)
  return isCopied ?? false
}

export function addCopyButtons(): void {
  for (const listing of document.querySelectorAll<HTMLPreElement>('pre:not(.try-response pre)')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'button button-quiet copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      const code = listing.querySelector('code') ?? listing
      button.textContent = (await copy(code.textContent ?? '', code)) ? 'Copied' : 'Selected'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2_000)
    })
    const frame = document.createElement('div')
    frame.className = 'copied'
    listing.replaceWith(frame)
    frame.append(listing, button)
  }
}
