/** Copies a text. If the browser blocks copying, selects the text of an element instead. @returns whether it was copied */
export async function copy(text: string, shown: Element): Promise<boolean> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (!isCopied) getSelection()?.selectAllChildren(shown)
  return isCopied ?? false
}
