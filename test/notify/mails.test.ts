import { expect, it } from 'vitest'
import type { Account } from '../../src/account/record.ts'
import {
  createInvitationMail,
  createNightMail,
  createSignInMail,
  createTrialMail,
  createUsageMail,
  createWebhookMail,
} from '../../src/notify/mail.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const LINK = 'https://api.example.org/account'
const TO = ['owner@example.org']
const account: Account = {
  id: 'acct_1',
  name: 'County Health',
  plan: 'PRO',
  trialEndsAt: NOON,
  suspended: false,
  createdAt: 0,
}
const webhook = { id: 'whk_1', url: 'https://hooks.example.org/changes?token=secret' } as never
const invitation = { email: 'ben@example.org', role: 'MEMBER', invitedBy: 'ana@example.org' } as const

it.each([
  createUsageMail(TO, account, { month: '2026-11', meter: 'requests', threshold: 80 }),
  createUsageMail(TO, account, { month: '2026-11', meter: 'answers', threshold: 100 }),
  createTrialMail(TO, account, { kind: 'ENDING', endsAt: NOON }, LINK),
  createTrialMail(TO, account, { kind: 'ENDED', endsAt: NOON }, LINK),
  createSignInMail('ben@example.org', LINK),
  createInvitationMail('acct_1', { ...invitation, createdAt: 0, expiresAt: NOON }, LINK),
  createNightMail(TO, '2026-11-20', ['One source failed.', 'One row is in quarantine.']),
  createWebhookMail(TO, { account, webhook }, 'GONE', LINK),
])('the email $kind has every value of its template, and no secret of a URL', ({ subject, text }) => {
  expect(subject + text).not.toMatch(/\{\{|\}\}|undefined|null|token=/)
  expect(text).toMatch(/[^\n]\n$/)
})
