/**
 * Neutralizes text from a source, so that GitHub and similar services find no commands in it: no mentions, no
 * references that close issues, and no brackets that skip a check.
 */
export const neutral = (text: string): string =>
  text
    .replace(/@(?=\w)/g, '(at) ')
    .replace(/#(?=\d)/g, 'no. ')
    .replace(/\bGH-(?=\d)/gi, 'GH ')
    .replace(/\bhttps?:\/\/(?=[\w.]*git(?:hub|lab)\.com\/)/gi, '')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .replace(/\*\*\*/g, '')
    .replace(/[<>`]/g, ' ')
