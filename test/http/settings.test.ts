import { describe, expect, it } from 'vitest'
import { readSettings } from '../../src/http/settings.ts'

describe('the settings', () => {
  it('have defaults that serve on this machine alone', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 4321,
      HOST: '127.0.0.1',
      DATASET_PATH: 'data/baked',
      STORE_PATH: 'var/store.sqlite',
      TRUST_PROXY: false,
    })
  })

  it('that are empty count as absent, and those of others are left alone', () => {
    expect(readSettings({ PORT: '', BASE_URL: '', PATH: '/usr/bin' })).toEqual(readSettings({}))
  })

  it('lose the slashes at the end of an address', () => {
    expect(readSettings({ BASE_URL: 'https://data.example.org//' }).BASE_URL).toBe('https://data.example.org')
  })

  it.each([
    ['PORT', '8080', 8080],
    ['PORT', '0', 0],
    ['AI_TIMEOUT_MS', '120000', 120_000],
    ['TRUST_PROXY', 'true', true],
  ])('%s is read from %s', (name, text, value) => {
    expect(readSettings({ [name]: text })).toMatchObject({ [name]: value })
  })

  it.each([
    ['PORT', 'http', 'is not a whole number in digits'],
    ['PORT', '0x10', 'is not a whole number in digits'],
    ['PORT', '1e3', 'is not a whole number in digits'],
    ['PORT', ' 80', 'is not a whole number in digits'],
    ['PORT', '-1', 'is not a whole number in digits'],
    ['PORT', '65536', 'is not within 0 to 65535'],
    ['AI_TIMEOUT_MS', '0', 'is not within 1 to 120000'],
    ['BASE_URL', 'data.example.org', 'is not an http(s) address'],
    ['BASE_URL', 'javascript:1', 'is not an http(s) address'],
    ['TRUST_PROXY', 'yes', 'is neither true nor false'],
  ])('refuse %s=%s in a sentence: %s', (name, text, reason) => {
    expect(() => readSettings({ [name]: text })).toThrow(`${name} ${reason}.`)
  })

  it('name every bad one together', () => {
    expect(() => readSettings({ PORT: 'x', TRUST_PROXY: 'x' })).toThrow(/^PORT .*\. TRUST_PROXY .*\.$/)
  })
})
