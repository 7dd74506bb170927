import { expect, it } from 'vitest'
import { withoutSecrets } from '../../src/nightly/deploy.ts'

it('building for a deployment, which runs the scripts of packages, sees no secret', () => {
  const environment = {
    PATH: '/bin',
    BASE_URL: 'https://data.example.org',
    VERCEL_ORG_ID: 'team',
    VERCEL_TOKEN: 'a',
    GH_TOKEN: 'b',
    DEPLOY_HOOK_URL: 'c',
    SMTP_URL: 'd',
    AI_API_KEY: 'e',
    BILLING_WEBHOOK_SECRET: 'f',
    UPSTASH_REDIS_REST_TOKEN: 'g',
  }
  expect(withoutSecrets(environment)).toEqual({
    PATH: '/bin',
    BASE_URL: 'https://data.example.org',
    VERCEL_ORG_ID: 'team',
  })
})
