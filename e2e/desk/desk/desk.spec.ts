import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { byKeys } from '../../stack/keys.ts'
import { checkSchemes, dialog } from '../../stack/page-parts.ts'
import { expect, follow, test } from '../../stack/test.ts'
import { bar, daysAgo, openDesk, row, urgentListings } from './desk.ts'

// Each test takes the best listing: one after another, each with older listings than the one before.
test.describe.configure({ mode: 'default' })
test.use({ role: 'moderator', viewport: { width: 1440, height: 900 } })

test('what is most urgent? One key takes it, a colleague sees it, and the decision leads to the next one', async ({
  page,
  pageOf,
}) => {
  await urgentListings('one', 30, ['Golden lamp', 'Golden lamp two'])
  const admin = await pageOf('admin')
  await openDesk(admin, '/dashboard/desk?kind=listing')
  await page.goto('/dashboard/desk?kind=listing')
  await expect(row(page, 'Golden lamp')).toHaveCount(2)
  await expect(row(page, 'Golden lamp two')).toContainText('$1,000,001.00')
  await expect(row(page, 'Golden lamp two').getByRole('link')).toHaveAttribute(
    'title',
    /\$1,000,001\.00 at stake \+30/,
  )
  const taking = byKeys(page)
  await taking.press('n')

  await test.step('its page is open, with its bar', async () => {
    await expect(page).toHaveURL(/\/dashboard\/pending_review\?desk=listing/)
    await expect(bar(page)).toContainText('taken by you')
    await expect(page.getByRole('heading', { name: /^Golden lamp/ })).toBeVisible()
    await expect(page.locator('[aria-current=page]')).toHaveCount(1)
    taking.expectAtMost(1)
  })
  await test.step('a colleague sees the claim; an admin is asked before they take it over', async () => {
    await expect(row(admin, 'Golden lamp').filter({ hasText: 'Milo Moderator' })).toHaveCount(1)
    const taken = row(admin, 'Golden lamp').filter({ hasText: 'Milo Moderator' })
    await taken.getByRole('button', { name: /^Actions for/ }).click()
    await expect(admin.getByRole('menuitem', { name: 'Snooze…' })).toHaveAttribute(
      'aria-description',
      'Milo Moderator has this case.',
    )
    await admin.getByRole('menuitem', { name: 'Take over…' }).click()
    await expect(dialog(admin)).toContainText('Milo Moderator has this case; take it over?')
    await dialog(admin).getByRole('button', { name: 'Take over' }).click()
    await expect(taken).toHaveCount(0)
    await expect(bar(page)).toContainText('taken by Ada Admin')
  })
  const deciding = byKeys(page)
  await test.step('the decision ends the case on both pages', async () => {
    await deciding.press('a')
    await expect(bar(page)).toContainText('This case is decided.')
    await expect(row(admin, 'Golden lamp')).toHaveCount(1)
  })
  await test.step('N opens the next one', async () => {
    const before = page.url()
    await deciding.press('n')
    await expect(page).not.toHaveURL(before)
    await expect(bar(page)).toContainText('taken by you')
    deciding.expectAtMost(2)
  })
})

test('a case is taken, released and snoozed from the list and from its page @slow', async ({ page }) => {
  await urgentListings('two', 40, ['Silver lamp'])
  await page.goto('/dashboard/desk?kind=listing')
  const lamp = row(page, 'Silver lamp')
  const choose = async (item: string, job = countedJob()) => {
    await job.click(lamp.getByRole('button', { name: /^Actions for/ }))
    await job.click(page.getByRole('menuitem', { name: item }))
  }
  await choose('Take')
  await expect(lamp).toContainText('Milo Moderator')
  await choose('Release')
  await expect(lamp).toContainText('No one')
  const snoozing = countedJob()
  await choose('Snooze…', snoozing)
  await snoozing.click(dialog(page).getByRole('button', { name: /^For an hour/ }))
  await expect(lamp).toHaveCount(0)
  snoozing.expectAtMost(3)
  await page.getByRole('link', { name: /^Snoozed/ }).click()
  await expect(lamp).toContainText('until')
  await choose('End the snooze')
  await expect(lamp).toHaveCount(0)
  await page.getByRole('link', { name: /^All/ }).click()
  await lamp.getByRole('link').click()
  await expect(bar(page)).toContainText('taken by you')
  await bar(page).getByRole('button', { name: 'Release' }).click()
  await expect(bar(page)).toContainText('free')
  await bar(page).getByRole('button', { name: 'Take' }).click()
  await expect(bar(page)).toContainText('taken by you')
  await bar(page).getByRole('button', { name: 'Snooze' }).click()
  await dialog(page)
    .getByRole('button', { name: /^For an hour/ })
    .click()
  await expect(bar(page)).toContainText('snoozed')
})

test('cases of four kinds are opened and decided by keyboard alone', async ({ page }) => {
  const since = daysAgo(50)
  await urgentListings('keys', 50, ['Keyed lamp'])
  const person = 'desk-keys'
  await importRows('promoted_posts', [
    {
      id: 'desk-promo',
      owner_uid: person,
      post_id: 'desk-keys-0',
      post_title: 'Keyed promotion',
      price: 90_000_000,
      created_at: since,
      approval_status: 1,
    },
  ])
  await importRows('users', [{ uid: 'desk-reported', displayName: 'Rita Reported' }])
  await importRows(
    'user_reports',
    Array.from({ length: 30 }, (_, at) => ({
      id: `desk-report-${at}`,
      reporting_uid: 'desk-reported',
      reporter_uid: person,
      // In the first band: the list of all is longer than a page.
      report_reason_id: 'Threats or violence',
      created_at: since,
    })),
  )
  await importRows('conversations', [
    {
      id: 'desk-talk',
      conversationsMessagesID: 'desk-talk-m',
      participants: [person, 'support'],
      members: { [person]: 'Dora keys', support: 'Support' },
      date: since,
    },
  ])
  await importRows('messages', [
    {
      id: 'desk-talk-1',
      conversation_id: 'desk-talk',
      senderID: person,
      text: 'Where is it?',
      type: 0,
      date: new Date().toISOString(),
    },
  ])
  const isDecided = () => expect(bar(page)).toContainText('This case is decided.')
  for (const [kind, name] of [
    ['Listings', 'Keyed lamp'],
    ['Promotions', 'Keyed promotion'],
  ] as const) {
    await page.goto('/dashboard/desk')
    // The kinds depend on the role, which is loaded first.
    await expect(
      page.getByLabel('Kind').getByRole('option', { name: new RegExp(`^${kind} \\(`) }),
    ).toBeAttached()
    await page.getByLabel('Kind').focus()
    await page.keyboard.type(kind)
    // The row may be in the list of all kinds, too.
    await expect(page).toHaveURL(/kind=/)
    await expect(row(page, name).first()).toBeVisible()
    await page.getByLabel('Kind').blur()
    await page.keyboard.press('n')
    await expect(bar(page)).toContainText('taken by you')
    await expect(page.getByRole('heading', { name: new RegExp(`^${name}`) })).toBeVisible()
    await page.keyboard.press('a')
    await isDecided()
  }
  await page.goto('/dashboard/desk?kind=user_reports')
  await row(page, 'Rita Reported').getByRole('link').press('Enter')
  await expect(bar(page)).toContainText('taken by you')
  await page
    .getByRole('button', { name: /^Resolve/ })
    .first()
    .press('Enter')
  await isDecided()
  await page.goto('/dashboard/desk?kind=conversation')
  await row(page, 'Dora keys').first().getByRole('link').press('Enter')
  await expect(bar(page)).toContainText('free')
  await page.getByPlaceholder('Type a message...').fill('It is on its way.')
  await page.keyboard.press('Enter')
  await isDecided()
})

test('an admin sees the effect of other weights before they are saved, other roles see no weights; axe finds nothing @slow', async ({
  page,
  pageOf,
}) => {
  await page.goto('/dashboard/desk/weights')
  await expect(page.getByText('may not change the weights of the desk')).toBeVisible()

  const admin = await pageOf('admin')
  await openDesk(admin)
  await expect(admin.getByRole('table', { name: 'Desk' }).getByRole('row').nth(2)).toBeVisible()
  await checkSchemes(admin, 'desk')
  await admin.keyboard.press('n')
  await expect(bar(admin)).toContainText('you')
  await checkSchemes(admin, 'bar', ['[aria-label="Desk case"]'])
  await follow(admin, '/dashboard/desk/weights')
  await expect(admin.getByRole('region', { name: 'By your weights' })).toBeVisible()
  await checkSchemes(admin, 'weights')

  const typed = admin.getByRole('region', { name: 'By your weights' })
  await expect(typed.getByRole('listitem').first()).toBeVisible()
  const waiting = admin.getByRole('textbox', { name: 'Waiting', exact: true })
  await waiting.fill('101')
  await expect(admin.getByText('A whole number from 0 to 100.')).toBeVisible()
  await waiting.fill('0')
  await expect(typed).not.toContainText('waiting')
  await expect(admin.getByRole('region', { name: 'By the saved weights' })).toContainText('waiting')
})
