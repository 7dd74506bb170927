import { describe, expect, it } from 'vitest'
import { createMarker } from '../../../src/rules/text/keyword.ts'
import { findStateNear } from '../../../src/rules/text/synonyms.ts'

/** A text with what is marked in brackets. */
function shown(text: string, ...sought: string[]): string {
  const mark = createMarker(sought.map((word) => ({ text: word.replace(/\*$/, ''), isPrefix: word.endsWith('*') })))
  return mark(text).reduceRight(
    (whole, { start, end }) => `${whole.slice(0, start)}[${whole.slice(start, end)}]${whole.slice(end)}`,
    text,
  )
}

describe('highlighting of search words', () => {
  it.each([
    ['The clinics deliver.', ['clinic'], 'The [clinics] deliver.'],
    ['Delivers what was delivered', ['delivering'], '[Delivers] what was [delivered]'],
    ['A Tele-ICU for all', ['tele-icu'], 'A [Tele-ICU] for all'],
    ['Rural health, health care', ['health care'], 'Rural health, [health care]'],
    ['rural rural health', ['rural health', 'rural'], '[rural] [rural health]'],
    ['Modernizing modems', ['mod*'], '[Modernizing] [modems]'],
    ['food is medicine and food', ['food is med*'], '[food is medicine] and food'],
    ['Kūkākūkā in the café', ['kukakuka', 'CAFE'], '[Kūkākūkā] in the [café]'],
    ['children’s care – for children', ['child', 'care'], 'children’s [care] – for children'],
    ['A $12.7 million pool', ['12.7 million'], 'A $[12.7 million] pool'],
    ['snake_case words', ['case'], 'snake_[case] words'],
    ['nothing of the kind', ['zebra'], 'nothing of the kind'],
    ['日本 hospital 日本', ['日本'], '[日本] hospital [日本]'],
    ['anything', [], 'anything'],
    ['anything', ['!!!'], 'anything'],
    ['anything', ['!!!', 'anything'], '[anything]'],
    ['rural health care', ['rural health', 'health care'], '[rural health care]'],
    ['rural health care', ['rural health care', 'health'], '[rural health care]'],
    ['rural health care', ['rural', 'health'], '[rural] [health] care'],
    ['rural health', ['rural', 'rural health'], '[rural health]'],
    ['food is medicine', ['food is med'], 'food is medicine'],
    ['food insecure medicine', ['food in med*'], 'food insecure medicine'],
    ['delivers delivering', ['delivering*'], 'delivers [delivering]'],
    ['a clinic opening', ['clinics open*'], 'a [clinic opening]'],
    ['Kū zebra kū', ['zeb'], 'Kū zebra kū'],
    ['a day in May', ['days'], 'a [day] in May'],
    ['x ray of it', ['x', 'it'], '[x] ray of [it]'],
    ['care 日本', ['日本', 'care'], '[care] [日本]'],
    ['Ünder the zebra', ['!!!', 'zebra'], 'Ünder the [zebra]'],
    ['Ünder the zebra', ['!!!'], 'Ünder the zebra'],
    ['Ünder strykerwas', [''], 'Ünder strykerwas'],
    ['a b c', ['a b', 'b c', 'a'], '[a b c]'],
    ['a b', ['a', 'a b'], '[a b]'],
    ['a b a', ['a b', 'a'], '[a b] [a]'],
    ['ab日c care', ['ab日'], 'ab日c care'],
    ['日ab care', ['日ab', 'care'], '[日ab] [care]'],
    ['carecare', ['care'], 'carecare'],
    ['career cares', ['care'], 'career [cares]'],
    ['anything Ünder', ['!!!*'], 'anything Ünder'],
    ['anything', ['!!!*'], 'anything'],
    ['other words rural', ['rural health'], 'other words rural'],
    ['Ünder rural words', ['zebra words'], 'Ünder rural words'],
  ])('%s for %j', (text, sought, marked) => {
    expect(shown(text, ...sought)).toBe(marked)
  })
})

describe('the nearest name of a state', () => {
  it.each([
    ['pensylvania', 'PA'],
    ['missisipi', 'MS'],
    ['massachusets', 'MA'],
    ['conneticut', 'CT'],
    ['rhode iland', 'RI'],
    ['north dakoda', 'ND'],
    ['noth carolina', 'NC'],
    ['tennesee', 'TN'],
    ['lousiana', 'LA'],
    ['hawai', 'HI'],
    ['main', undefined],
    ['mountain', undefined],
    ['county', undefined],
    ['virtual', undefined],
    ['', undefined],
  ])('of "%s" is %s', (name, code) => {
    expect(findStateNear(name)).toBe(code)
  })
})
