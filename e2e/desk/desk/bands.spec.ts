import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { byKeys } from '../../stack/keys.ts'
import { checkSchemes } from '../../stack/page-parts.ts'
import { emailOf, expect, follow, named, test } from '../../stack/test.ts'
import { bar, daysAgo, openDesk, row } from './desk.ts'

// The first test takes the first case of the desk, the others only look at it.
test.describe.configure({ mode: 'default' })
test.use({ role: 'moderator', viewport: { width: 1440, height: 900 } })

/** Reports about a person, enough that they are the first of their class. */
const reports = (mark: string, reason: string, by: string | null, many = 30) =>
  importRows(
    'user_reports',
    Array.from({ length: many }, (_, at) => ({
      id: `bands-${mark}-${at}`,
      reporting_uid: `bands-${mark}`,
      reporter_uid: by,
      report_reason_id: reason,
      created_at: daysAgo(60),
    })),
  )
const people = (...names: string[]) =>
  importRows(
    'users',
    names.map((name) => ({ uid: `bands-${name.split(' ').at(-1)?.toLowerCase()}`, displayName: name })),
  )
const firstBand = 'Danger to a person'

test('a threat is the first case, whatever money waits: one key takes it', async ({ page }) => {
  await people('Theo Threat', 'Wanda Witness')
  // All points that a report can have: earlier reports of the same person were upheld.
  await reports('threat', 'Threats or violence', 'bands-witness')
  await importRows(
    'user_reports',
    Array.from({ length: 5 }, (_, at) => ({
      ...{ id: `bands-upheld-${at}`, reporting_uid: 'bands-threat', reporter_uid: 'bands-witness' },
      ...{ report_reason_id: 'Scam', status: 'resolved', created_at: daysAgo(61) },
    })),
  )
  await openDesk(page, '/dashboard/desk?kind=user_reports')
  await expect(page.getByRole('rowheader').first()).toContainText(firstBand)
  await expect(row(page, 'Theo Threat').getByRole('link')).toHaveAttribute(
    'title',
    new RegExp(`^${firstBand}`),
  )
  // Other journeys report threats, too: the first row is one of them.
  const first = await page.getByRole('row').getByRole('link').first().innerText()
  const job = byKeys(page)
  await job.press('n')
  await expect(bar(page)).toContainText(first.split('\n')[0] ?? '')
  job.expectAtMost(1)
})

test('the words of a person who has reported a threat wait in the same band: one click reads them @slow', async ({
  pageOf,
}) => {
  await people('Tilda Talker', 'Tom Threatening')
  await reports('threatening', 'Threats or violence', 'bands-talker', 1)
  await importRows('conversations', [
    {
      id: 'bands-talk',
      conversationsMessagesID: 'bands-talk-m',
      participants: ['bands-talker', 'support'],
      members: { 'bands-talker': 'Tilda Talker', support: 'Support' },
      date: daysAgo(1),
    },
  ])
  await importRows(
    'messages',
    ['He has just written again.', 'Hello?'].map((text, at) => ({
      ...{ id: `bands-talk-${at}`, conversation_id: 'bands-talk', senderID: 'bands-talker', text, type: 0 },
      date: new Date(Date.now() - 60_000 * (5 - at)).toISOString(),
    })),
  )
  const page = await pageOf('support')
  await openDesk(page)
  const words = row(page, 'Tilda Talker')
  await expect(words).toContainText('“He has just written again.”')
  await expect(words.getByRole('link')).toHaveAttribute('title', new RegExp(`^${firstBand}`))
  const job = countedJob()
  await job.click(words.getByRole('link'))
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('He has just written again.')
  job.expectAtMost(1)
})

test('an admin gives a reason of the marketplace its class: every desk has it at once; axe finds nothing @slow', async ({
  page,
  pageOf,
}) => {
  await people('Uma Unknown')
  await reports('unknown', 'Bands_weird reason', null, 3)
  // Other work is far down the list of all.
  const staff = await asAdmin<{ uid: string; email: string }[]>('GET', '/v1/admin/staff')
  const uid = staff.find(({ email }) => email === emailOf('moderator'))?.uid
  await asAdmin('POST', '/v1/admin/desk/user_reports/bands-unknown/hand', { uid })
  await page.goto('/dashboard/desk?kind=user_reports&view=mine')
  await expect(row(page, 'Uma Unknown').getByRole('link')).not.toHaveAttribute('title', /Minors/)
  const admin = await pageOf('admin')
  await openDesk(admin)
  const job = countedJob()
  await job.click(admin.getByRole('link', { name: 'Weights' }))
  const choice = admin.getByRole('combobox', { name: 'Class of bands weird reason' })
  await expect(choice).toBeVisible()
  await job.choose(choice, 'Minors')
  job.expectAtMost(3)
  await expect(choice).toHaveValue('minors')
  await expect(row(page, 'Uma Unknown').getByRole('link')).toHaveAttribute('title', /^Minors/)
  await follow(admin, '/dashboard/desk/weights')
  await checkSchemes(admin, 'reasons', ['[aria-label="Reasons of reports"]'])
})

test('an admin sees the present order beside that of other weights, and then saves them @slow', async ({
  pageOf,
}) => {
  const admin = await pageOf('admin')
  await openDesk(admin)
  const job = countedJob()
  await job.click(admin.getByRole('link', { name: 'Weights' }))
  const reporters = admin.getByRole('textbox', { name: 'Number of reports' })
  await expect(reporters).toHaveValue('20')
  await job.click(reporters)
  await reporters.fill('21')
  await expect(admin.getByRole('region', { name: 'By your weights' })).toContainText(firstBand)
  await expect(admin.getByRole('region', { name: 'By the saved weights' })).toContainText(firstBand)
  await job.click(admin.getByRole('button', { name: 'Save weights' }))
  await expect(admin.getByText('Weights saved.')).toBeVisible()
  job.expectAtMost(3)
  const then = admin.waitForRequest(
    (request) => named(request) === 'GET /v1/admin/desk_preview' && request.headers()['as-of'] !== undefined,
  )
  await admin.getByRole('link', { name: '7 days ago' }).click()
  expect(Date.now() - Date.parse((await then).headers()['as-of'] ?? '')).toBeGreaterThan(7 * 86_400_000)
  await expect(admin.getByRole('region', { name: 'By the saved weights' })).toBeVisible()
  await expect(reporters).toHaveValue('21')
  await admin.getByRole('link', { name: 'Now', exact: true }).click()
  await expect(admin.getByRole('region', { name: 'By the saved weights' })).toBeVisible()
})
