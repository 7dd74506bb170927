/**
 * Text from a source, made harmless where a forge reads commands in it: no mentions, no references that close issues, no
 * brackets that skip a check.
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
