import { importRows } from '../stack/import-rows.ts'
import { checkAxe, dialog, press } from '../stack/page-parts.ts'
import { expect, named, quiet, sent, test, toast, watchCalls } from '../stack/test.ts'
import { detail, field, of, open, person, save } from './person.ts'

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

test.describe('a moderator', () => {
  test.use({ role: 'moderator' })

  test('sees masks without links, and reveals with a reason until the page is left', async ({ page }) => {
    const uid = await planted('reveal')
    const searches: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/user_search')) searches.push(request.url())
    })
    await open(page, uid)
    await expect(field(page, 'Email')).toHaveValue('p•••@p•••.example')
    await expect(field(page, 'Phone Number')).toHaveValue('•••• 4821')
    await expect(detail(page, 'Last IP Address')).toHaveText('203.•••.•••.•••')
    await expect(detail(page, 'Last IP Address').getByRole('link')).toHaveCount(0)
    await expect(page.getByText('Reveal this person’s data to find accounts by it.')).toHaveCount(2)
    expect(searches.filter((url) => decodeURIComponent(url).includes('•'))).toEqual([])
    expect(await page.content()).not.toContain('+15550104821')

    // A keyboard shortcut, but not in a text field.
    await page.getByRole('spinbutton', { name: 'Post Ability' }).press('r')
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('spinbutton', { name: 'Post Ability' }).blur()
    await page.keyboard.press('r')
    await expect(dialog(page)).toHaveAccessibleName('Reveal personal data')
    await dialog(page).getByLabel('Reason').fill('  ')
    await press(dialog(page), 'Reveal')
    await expect(dialog(page).getByRole('alert')).toHaveText('Say why first.')
    await dialog(page).getByLabel('Reason').fill('Called us')
    const request = sent(page, `POST ${of(uid, '/reveal')}`)
    await press(dialog(page), 'Reveal')
    expect((await request).postDataJSON().reason).toBe('Called us')
    await expect(dialog(page)).toHaveCount(0)
    await expect(field(page, 'Email')).toHaveValue('petra.reveal@planted.example')
    await expect(field(page, 'Phone Number')).toHaveValue('+15550104821')
    await expect(detail(page, 'Last IP Address').getByRole('link')).toBeVisible()
    await expect(person(page).getByRole('button', { name: 'Reveal…' })).toHaveCount(0)
    await page.reload()
    await expect(field(page, 'Email')).toHaveValue('p•••@p•••.example')
  })

  test('never sends a mask back; a whole value is saved', async ({ page }) => {
    const uid = await planted('save')
    const calls = watchCalls(page)
    await open(page, uid)
    await save(page, 'Phone Number').click()
    await expect(
      person(page).getByText('This is hidden from you. Type it in full to change it.'),
    ).toBeVisible()
    await quiet(page)
    expect(calls.map(named).filter((call) => call.startsWith('PATCH'))).toEqual([])
    await field(page, 'Phone Number').fill('+49 30 1234567')
    await save(page, 'Phone Number').click()
    await expect(toast(page, 'Phone number updated')).toBeVisible()
    await expect(field(page, 'Phone Number')).toHaveValue('•••• 4567')
  })
})

test('a role that needs the data sees it, without a reveal', async ({ page }) => {
  const uid = await planted('admin')
  await open(page, uid)
  await expect(field(page, 'Email')).toHaveValue('petra.admin@planted.example')
  await expect(person(page).getByRole('button', { name: 'Reveal…' })).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`axe finds nothing in ${colorScheme}`, () => {
    test.use({ colorScheme, role: 'finance' })
    test('on masked data, and in the dialog', async ({ page }) => {
      test.slow()
      await open(page, await planted(`axe-${colorScheme}`))
      await checkAxe(page, 'hidden')
      await person(page).getByRole('button', { name: 'Reveal…' }).click()
      await expect(dialog(page)).toBeVisible()
      await checkAxe(page, 'dialog')
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/reveal-${colorScheme}.png` })
    })
  })
