import { describe, expect, it } from 'vitest'
import { readSettings } from '../../src/http/settings/settings.ts'

describe('the settings', () => {
  it('default to serving on this machine only', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 4321,
      HOST: '127.0.0.1',
      DATASET_PATH: 'data/baked',
      STORE_PATH: 'var/store.sqlite',
      TRUST_PROXY: false,
    })
  })

  it('treat empty ones as absent, and ignore those of other programs', () => {
    expect(readSettings({ PORT: '', BASE_URL: '', PATH: '/usr/bin' })).toEqual(readSettings({}))
  })

  it('remove trailing slashes from URLs', () => {
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
    ['PORT', '65536', 'is not between 0 and 65535'],
    ['AI_TIMEOUT_MS', '0', 'is not between 1 and 120000'],
    ['BASE_URL', 'data.example.org', 'is not an http(s) URL'],
    ['BASE_URL', 'javascript:1', 'is not an http(s) URL'],
    ['TRUST_PROXY', 'yes', 'is neither true nor false'],
  ])('reject %s=%s with the sentence: %s', (name, text, reason) => {
    expect(() => readSettings({ [name]: text })).toThrow(`${name} ${reason}.`)
  })

  it.each<[string, Record<string, string>]>([
    ['SMTP_URL is set but BASE_URL is not.', { SMTP_URL: 'smtp://a', MAIL_FROM: 'a@b.example' }],
    ['SMTP_URL is set but MAIL_FROM is not.', { SMTP_URL: 'smtp://a', BASE_URL: 'https://a.example' }],
    ['SMTP_URL must begin with smtp:// or smtps://, followed by a host.', { SMTP_URL: 'mail.example' }],
    ['REDIS_URL must begin with redis:// or rediss://, followed by a host.', { REDIS_URL: 'localhost:6379' }],
    ['UPSTASH_REDIS_REST_TOKEN is not.', { UPSTASH_REDIS_REST_URL: 'https://a.example' }],
    ['UPSTASH_REDIS_REST_URL is not.', { UPSTASH_REDIS_REST_TOKEN: 'a' }],
    ['AI_BASE_URL is set but AI_MODEL is not.', { AI_BASE_URL: 'https://a.example' }],
    ['METRICS_PORT and PORT must differ.', { METRICS_PORT: '4321' }],
    ['METRICS_TOKEN is shorter than 16 characters.', { METRICS_TOKEN: 'short' }],
    ['LOG_LEVEL must be one of error, warn, info.', { LOG_LEVEL: 'loud' }],
    ['ACCESS_LOG must be one of all, errors, none.', { ACCESS_LOG: 'some' }],
    ['WORKERS is not between 1 and 256.', { WORKERS: '0' }],
    ['SMTP_URL must begin with smtp:// or smtps://, followed by a host.', { SMTP_URL: 'smtp://' }],
    ['MAIL_FROM has no email address.', { MAIL_FROM: 'Data desk' }],
    ['WEBHOOK_ALLOW_ORIGINS must only have loopback origins', { WEBHOOK_ALLOW_ORIGINS: 'https://a.example' }],
  ])('reject combinations that do not work: %s', (sentence, environment) => {
    expect(() => readSettings(environment)).toThrow(sentence)
  })

  it('report invalid and missing ones in one message', () => {
    const environment = { PORT: 'x', REDIS_URL: 'x', SMTP_URL: 'smtp://a', AI_BASE_URL: 'https://a.example' }
    const message = (() => {
      try {
        return String(readSettings(environment))
      } catch (error) {
        return (error as Error).message
      }
    })()
    for (const name of ['PORT is', 'REDIS_URL must', 'BASE_URL is not', 'MAIL_FROM is not', 'AI_MODEL is not'])
      expect(message).toContain(name)
  })

  it('report all invalid ones together', () => {
    expect(() => readSettings({ PORT: 'x', TRUST_PROXY: 'x' })).toThrow(/^PORT .*\. TRUST_PROXY .*\.$/)
  })
})
