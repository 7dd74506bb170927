import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { LATE_FUNCTIONS, lateCode } from '../../src/platform/late-code.ts'

/** In the function, a module is evaluated when one of its names is first used. */

/** Evaluates modules that are given by path as in the function; `evaluated` lists those evaluated so far. */
function evaluating(modules: { [path: string]: string }) {
  const evaluated: string[] = []
  const known = new Map<string, object>()
  function required(path: string): object {
    const found = known.get(path)
    if (found) return found
    const { code } = transformSync(modules[path] ?? '', { loader: 'ts', format: 'cjs', sourcefile: 'module.ts' })
    const late = lateCode(code, {
      required: (wanted) => `require("${wanted}")`,
      imported: (wanted) => `Promise.resolve(require("${wanted}"))`,
    })
    const module = { exports: {} }
    known.set(path, module.exports)
    evaluated.push(path)
    new Function('require', 'module', 'exports', LATE_FUNCTIONS + late)(required, module, module.exports)
    return module.exports
  }
  return { evaluated, required: required as (path: string) => { [name: string]: unknown } }
}

describe('a late module', () => {
  it('is evaluated when one of its names is first used, and once', () => {
    const { evaluated, required } = evaluating({
      main: "import { twice } from './twice'; export const four = () => twice(2); export const six = () => twice(3)",
      './twice': 'export const twice = (value: number): number => value * 2',
    })
    const { four, six } = required('main') as { four: () => number; six: () => number }
    expect(evaluated).toEqual(['main'])
    expect([four(), six()]).toEqual([4, 6])
    expect(evaluated).toEqual(['main', './twice'])
  })

  it('passes on names, defaults and renamed names', () => {
    const { required } = evaluating({
      main: "import whole, { part as piece } from './library'; export { other } from './module'; export const both = () => [whole, piece]",
      './module': 'export let other = 1; other += 1',
      './library': 'module.exports = Object.assign(() => {}, { part: 5 })',
    })
    const { both, other } = required('main') as { both: () => unknown[]; other: number }
    expect(other).toBe(2)
    expect(both()).toEqual([expect.any(Function), 5])
  })

  it('may be imported as a whole', () => {
    const { required } = evaluating({
      main: "import * as names from './names'; export const all = () => [names.a, names.b]",
      './names': 'export const a = 1; export const b = 2',
    })
    expect((required('main').all as () => number[])()).toEqual([1, 2])
  })

  it('must not use imports and exports that are not known', () => {
    expect(() => evaluating({ main: "export * from './names'" }).required('main')).toThrow('__reExport')
  })

  it('may import a module that imports it', () => {
    const { required } = evaluating({
      odd: "import { isEven } from 'even'; export const isOdd = (n: number): boolean => n !== 0 && isEven(n - 1)",
      even: "import { isOdd } from 'odd'; export const isEven = (n: number): boolean => n === 0 || isOdd(n - 1)",
    })
    expect((required('odd').isOdd as (n: number) => boolean)(7)).toBe(true)
  })

  it('does not change text that looks like an import', () => {
    const { required } = evaluating({
      main: "import { a } from './a'; export const text = 'import { a } from \"./a\"'; export const b = { a: () => a }",
      './a': 'export const a = 3',
    })
    const { text, b } = required('main') as { text: string; b: { a: () => number } }
    expect(text).toBe('import { a } from "./a"')
    expect(b.a()).toBe(3)
  })
})
