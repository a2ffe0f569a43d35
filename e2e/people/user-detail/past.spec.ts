import { asAdmin, tokenOf } from '../../stack/colleague.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkAxe } from '../../stack/page-parts.ts'
import { consoleAddress, emailOf, expect, password, test } from '../../stack/test.ts'
import { detail, field, of, open, person } from './person.ts'

test('a person is shown as they were at an entry of their timeline, and nothing can be changed', async ({
  page,
}) => {
  const uid = 'sentinel-edit-2'
  await asAdmin('PATCH', of(uid, '/ban'), { ban_reason: 'Asks for payment by transfer' })
  await asAdmin('PATCH', of(uid, '/unban'))
  await open(page, uid)
  await expect(detail(page, 'Is Blocked')).toHaveText('False')
  await person(page)
    .getByRole('button', { name: /^Timeline/ })
    .click()
  const blocked = page.getByRole('listitem').filter({ hasText: 'Asks for payment by transfer' })
  await blocked.getByRole('link', { name: 'As it was then' }).click()

  const bar = page.getByRole('region', { name: 'Moment that the page shows' })
  await expect(bar).toContainText(/^As of /)
  await expect(detail(page, 'Is Blocked')).toHaveText('True')
  await expect(page).toHaveURL(/\?at=/)
  await expect(person(page).getByRole('button', { name: 'Unblock account', exact: true })).toBeDisabled()
  await checkAxe(page, 'a person as of a moment')
  const slider = bar.getByRole('slider', { name: 'What happened' })
  await expect(slider).toHaveAttribute('aria-valuetext', /Blocked the account/)
  await slider.press('ArrowRight')
  await expect(detail(page, 'Is Blocked')).toHaveText('False')
  await expect(slider).toHaveAttribute('aria-valuetext', /Unblocked the account/)
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Before all that is known')

  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(page).not.toHaveURL(/at=/)
  await expect(person(page).getByRole('button', { name: 'Block account', exact: true })).toBeEnabled()
})

test('a moment of before the first history says from when on there is one @slow', async ({ page }) => {
  await page.goto('/user-detail/sentinel-edit-2?at=2020-01-01T00:00:00Z')
  await expect(page.getByText(/^Portreeve remembers what was from [A-Z][a-z]+ \d+, \d{4} - /)).toBeVisible()
})

test('the audit of a look leads to what its author saw, with the masks of their role @slow', async ({
  page,
}) => {
  const uid = `seen-${Date.now()}`
  await importRows('users', [{ uid, displayName: uid, email: 'paula@planted.example', post_ability: 1 }])
  const look = await fetch(`${consoleAddress}${of(uid, '/conversations')}`, {
    headers: {
      authorization: `Bearer ${await tokenOf(emailOf('moderator'), password)}`,
      'x-api-key': 'portreeve-development',
    },
  })
  expect(look.status).toBe(200)
  await asAdmin('PATCH', of(uid), { email: 'later@planted.example' })
  await page.goto(`/dashboard/audit?kind=user&id=${uid}&what=looks`)
  await page.getByRole('button', { name: /^Details of/ }).click()
  await page.getByRole('link', { name: 'What they saw' }).click()

  const bar = page.getByRole('region', { name: 'Moment that the page shows' })
  await expect(bar).toContainText(/^As .+ \(moderator\) saw it on /)
  await expect(field(page, 'Email')).toHaveValue('p•••@p•••.example')
  await checkAxe(page, 'a person as a colleague saw them')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/user-detail/${uid}`)
  await expect(field(page, 'Email')).toHaveValue('later@planted.example')
})
