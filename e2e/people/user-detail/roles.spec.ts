import type { Page } from '@playwright/test'
import { importRows } from '../../stack/import-rows.ts'
import { checkAxe, checkSchemes, dialog, press as pressIn } from '../../stack/page-parts.ts'
import { expect, named, sent, test, toast, watchCalls } from '../../stack/test.ts'
import { detail, field, goOn, of, open, person, save } from './person.ts'
import { section } from './sections.ts'

/** A person for one test, with all masked fields. */
async function planted(name: string) {
  const uid = `personal-${name}`
  await importRows('users', [
    {
      ...{ uid, displayName: `Petra ${name}`, email: `petra.${name}@planted.example` },
      ...{ phone_number: '+15550104821', last_ip: '203.0.113.77', oneSignalId: `push-${name}-planted` },
      ...{ stripe_customer_id: `cus_planted${name}`, stripe_connect_id: null },
    },
  ])
  return uid
}
const reveal = (page: Page) => person(page).getByRole('button', { name: 'Reveal…' })

test.describe('a moderator', () => {
  test.use({ role: 'moderator' })

  test('sees masks without links, never sends one back, and reveals with a reason until the page is left', async ({
    page,
  }) => {
    const uid = await planted('reveal')
    const calls = watchCalls(page)
    await open(page, uid)

    await test.step('masks, which are neither links nor searched', async () => {
      await expect(field(page, 'Email')).toHaveValue('p•••@p•••.example')
      await expect(field(page, 'Phone Number')).toHaveValue('•••• 4821')
      await expect(detail(page, 'Last IP Address')).toHaveText('203.•••.•••.•••')
      await expect(detail(page, 'Last IP Address').getByRole('link')).toHaveCount(0)
      await expect(page.getByText('Reveal this person’s data to find accounts by it.')).toHaveCount(2)
      const searches = calls.filter((call) => call.url().includes('/user_search'))
      expect(searches.filter((call) => decodeURIComponent(call.url()).includes('•'))).toEqual([])
      expect(await page.content()).not.toContain('+15550104821')
    })
    await test.step('a dialog by a keyboard shortcut, but not in a text field; it wants a reason', async () => {
      await page.getByRole('spinbutton', { name: 'Post Ability' }).press('r')
      await expect(dialog(page)).toHaveCount(0)
      await page.getByRole('spinbutton', { name: 'Post Ability' }).blur()
      await page.keyboard.press('r')
      await expect(dialog(page)).toHaveAccessibleName('Reveal personal data')
      await dialog(page).getByLabel('Reason').fill('  ')
      await pressIn(dialog(page), 'Reveal')
      await expect(dialog(page).getByRole('alert')).toHaveText('Say why first.')
    })
    await test.step('revealed until the page is left', async () => {
      await dialog(page).getByLabel('Reason').fill('Called us')
      const request = sent(page, `POST ${of(uid, '/reveal')}`)
      await pressIn(dialog(page), 'Reveal')
      expect((await request).postDataJSON().reason).toBe('Called us')
      await expect(dialog(page)).toHaveCount(0)
      await expect(field(page, 'Email')).toHaveValue('petra.reveal@planted.example')
      await expect(field(page, 'Phone Number')).toHaveValue('+15550104821')
      await expect(detail(page, 'Last IP Address').getByRole('link')).toBeVisible()
      await expect(reveal(page)).toHaveCount(0)
      await page.reload()
      await expect(field(page, 'Email')).toHaveValue('p•••@p•••.example')
    })
    await test.step('a mask is never sent back; a whole value is saved', async () => {
      await save(page, 'Phone Number').click()
      await expect(
        person(page).getByText('This is hidden from you. Type it in full to change it.'),
      ).toBeVisible()
      await field(page, 'Phone Number').fill('+49 30 1234567')
      await save(page, 'Phone Number').click()
      await expect(toast(page, 'Phone number updated')).toBeVisible()
      await expect(field(page, 'Phone Number')).toHaveValue('•••• 4567')
      const changes = calls.filter((call) => call.method() === 'PATCH').map((call) => call.postDataJSON())
      expect(changes).toEqual([{ phone_number: '+49 30 1234567' }])
    })
  })
})

test('an admin sees personal data, exports it, and erases a person without unfinished matters @slow', async ({
  page,
}) => {
  const uid = await planted(`admin-${Date.now().toString(36)}`)
  const erase = () => person(page).getByRole('button', { name: 'Erase person…' }).click()
  const fill = async (reason: string, typed: string) => {
    await dialog(page).getByLabel('Reason').fill(reason)
    await dialog(page).getByLabel('Their uid, to be sure').fill(typed)
    await pressIn(dialog(page), 'Erase person')
  }
  await open(page, 'sentinel-account')

  await test.step('a person with unfinished matters is not erased, and the reason is shown', async () => {
    await erase()
    await fill('Asked for by mail', 'sentinel-account')
    await expect(dialog(page).getByText(/^This person still has /)).toBeVisible()
    await expect(toast(page, 'Error erasing the person.')).toHaveRole('alert')
    await pressIn(dialog(page), 'Cancel')
  })
  await test.step('a role that needs the data sees it, without a reveal', async () => {
    await goOn(page, uid)
    await expect(field(page, 'Email')).toHaveValue(/^petra\.admin-.*@planted\.example$/)
    await expect(reveal(page)).toHaveCount(0)
  })
  await test.step('a person is erased after a reason and the uid; then no search finds them', async () => {
    await erase()
    await expect(dialog(page)).toHaveAccessibleName('Erase person')
    await checkAxe(page, 'Erase person')
    await fill(' ', 'somebody else')
    await expect(dialog(page).getByText('Say why first.')).toBeVisible()
    await fill('Asked for by mail', 'somebody else')
    await expect(dialog(page).getByText(`type ${uid} exactly`)).toBeVisible()
    await fill('Asked for by mail', uid)
    await expect(toast(page, 'Erased.')).toHaveRole('status')
    await expect(page).toHaveURL('/dashboard/users')
    await page.getByRole('searchbox').fill(uid)
    await page.keyboard.press('Enter')
    await expect(page.getByText('No users found.')).toBeVisible()
    await expect(page.getByText('@planted.example')).toHaveCount(0)
  })
  await test.step('the remains of a deleted account can be exported and erased; an erased person has none', async () => {
    await goOn(page, uid)
    await expect(page.getByText("This user's details could not be loaded.")).toBeVisible()
    await erase()
    await fill('Once more', uid)
    await expect(dialog(page).getByText('There is no person with this uid.')).toBeVisible()
  })
})

test.describe('support', () => {
  test.use({ role: 'support' })
  test('is shown neither export nor erasure @slow', async ({ page }) => {
    await open(page, 'sentinel-account')
    await expect(person(page).getByRole('button', { name: 'Redeem' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Erase person…' })).toHaveCount(0)
    await expect(page.getByText('Data protection')).toHaveCount(0)
  })
})

test.describe('finance', () => {
  test.use({ role: 'finance' })
  test('reads why an action, the codes, the messages and the devices are not theirs, and sends nothing @slow', async ({
    page,
  }) => {
    const calls = watchCalls(page)
    await open(page, 'sentinel-edit-20')

    await test.step('an action is disabled with the reason', async () => {
      for (const [name, words] of [
        ['Block account', 'block or unblock an account'],
        ['Delete account', 'delete an account'],
        ['Delete posts', "delete a person's content"],
        ['Send verification code', 'send a verification code'],
      ] as const) {
        const button = person(page).getByRole('button', { name, exact: true })
        await expect(button).toBeDisabled()
        await expect(button).toHaveAccessibleDescription(`Your role (finance) may not ${words}.`)
        await button.click({ force: true })
      }
      await expect(person(page).getByRole('button', { name: 'Redeem' })).toBeEnabled()
      const control = person(page).getByRole('switch', { name: 'Store Behavior' })
      await control.click({ force: true })
      await expect(control).not.toBeChecked()
      await save(page, 'Email').click({ force: true })
      await expect(dialog(page)).toHaveCount(0)
    })
    await test.step('the reason replaces codes, Delete and messages', async () => {
      await goOn(page, 'sentinel-account')
      await expect(
        section(page, 'Verification codes').getByText('Your role (finance) may not see verification codes.'),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Actions for Sentinel Account 1' }).click()
      const remove = page.getByRole('menuitem', { name: 'Delete' })
      await expect(remove).toHaveAttribute('aria-disabled', 'true')
      await remove.click({ force: true })
      await expect(dialog(page)).toHaveCount(0)
      await goOn(page, 'sentinel-account', '#messages')
      await expect(page.getByText('Your role (finance) may not read private messages.')).toBeVisible()
    })
    await test.step('a device is not verified; nothing but reading was sent', async () => {
      await goOn(page, 'sentinel-account', '#devices')
      const retry = page.getByRole('button', { name: 'Resend verification' })
      await expect(retry).toHaveAccessibleDescription('Your role (finance) may not verify a device.')
      await retry.click({ force: true })
      const read = sent(page, `GET ${of('sentinel-account', '/promoted_post_requests')}`)
      await goOn(page, 'sentinel-account', '#promoted_posts')
      await read
      expect(calls.filter((call) => call.method() !== 'GET').map(named)).toEqual([])
    })
  })
})

test.describe('axe finds nothing', () => {
  test.use({ role: 'finance' })
  test('on masked data, and in the dialog @slow', async ({ page }) => {
    await open(page, await planted(`axe`))
    await checkSchemes(page, 'hidden')
    await reveal(page).click()
    await expect(dialog(page)).toBeVisible()
    await checkSchemes(page, 'dialog')
  })
})
