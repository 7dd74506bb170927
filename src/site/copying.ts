/** Copies a text. Where the browser does not let a page do so, the text of an element is selected instead. @returns whether it is copied */
export async function copy(text: string, shown: Element): Promise<boolean> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (!isCopied) getSelection()?.selectAllChildren(shown)
  return isCopied ?? false
}
