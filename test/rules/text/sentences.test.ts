import { describe, expect, it } from 'vitest'
import { parseSentences } from '../../../src/rules/text/words.ts'

const LONG = 'word '.repeat(99).trim()

describe('the sentences of a text', () => {
  it.each<[string, string, string[]]>([
    ['in order', 'One here. Two here! Three here?', ['One here.', 'Two here!', 'Three here?']],
    ['without surrounding spaces', '  One here.   Two here.  ', ['One here.', 'Two here.']],
    ['across a wrapped line', 'One\nhere. Two.', ['One\nhere.', 'Two.']],
    ['ended by an empty line', 'A heading\n\nOne here', ['A heading', 'One here']],
    ['ended by a line of spaces', 'A heading\n  \nOne here', ['A heading', 'One here']],
    ['several empty lines', '\n\nA heading\n\n\n\nOne here\n\n', ['A heading', 'One here']],
    ['of an empty text', '', []],
    ['of white space', ' \n \n', []],
    ['with an abbreviation', 'See No. 5 of the list. Next.', ['See No. 5 of the list.', 'Next.']],
    ['with a saint', 'The hospital of St. Mary opens. Next.', ['The hospital of St. Mary opens.', 'Next.']],
    ['with initials', 'John F. Kennedy spoke. Next.', ['John F. Kennedy spoke.', 'Next.']],
    ['with an abbreviation at the start', 'Dr. Smith spoke. Next.', ['Dr. Smith spoke.', 'Next.']],
    ['with an abbreviation in parentheses', 'The list (No. 5) ends. Next.', ['The list (No. 5) ends.', 'Next.']],
    ['with an abbreviation at the end', 'Made by Acme Inc.', ['Made by Acme Inc.']],
    ['with a word that ends like one', 'They play Casino. Next one.', ['They play Casino.', 'Next one.']],
    ['before a bracket', 'One here. [2] Two here.', ['One here.', '[2] Two here.']],
    ['before a brace or a tag', 'One here! {x} Two? <b>Three.', ['One here!', '{x} Two?', '<b>Three.']],
    ['a bracket inside', 'One [2] here.', ['One [2] here.']],
    ['a long one of 500 characters', `${'a'.repeat(499)}.`, [`${'a'.repeat(499)}.`]],
    ['an endless one cut between words', `${LONG} more words`, [`${LONG} more`.slice(0, 499), 'words']],
    ['an endless one cut at its 501st character', `${'a'.repeat(500)} b`, ['a'.repeat(500), 'b']],
    ['an endless one cut at the last space before', `a ${'b'.repeat(499)}`, ['a', 'b'.repeat(499)]],
    [
      'an endless one without the spaces at the cut',
      `${'a'.repeat(400)}   ${'b'.repeat(300)}`,
      ['a'.repeat(400), 'b'.repeat(300)],
    ],
    ['500 characters with a space', `${'a'.repeat(300)} ${'b'.repeat(199)}`, [`${'a'.repeat(300)} ${'b'.repeat(199)}`]],
    ['lines of another system', 'One here.\r\rTwo here.\r\n', ['One here.', 'Two here.']],
    ['500 characters and no more', 'a'.repeat(500), ['a'.repeat(500)]],
    ['500 characters twice', `${'a'.repeat(499)} ${'b'.repeat(500)}`, ['a'.repeat(499), 'b'.repeat(500)]],
    ['an endless word cut anywhere', 'a'.repeat(1_001), ['a'.repeat(500), 'a'.repeat(500), 'a']],
    ['an endless word cut between characters', `${'a'.repeat(499)}😀b`, ['a'.repeat(499), '😀b']],
    ['an endless word that begins after a space', ` ${'a'.repeat(501)}`, ['a'.repeat(500), 'a']],
  ])('%s', (_, text, expected) => {
    expect(parseSentences(text)).toEqual(expected)
  })
})
