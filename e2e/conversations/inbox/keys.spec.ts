import type { Page } from '@playwright/test'
import { asAdmin } from '../../stack/colleague.ts'
import { byKeys } from '../../stack/keys.ts'
import { dialog } from '../../stack/page-parts.ts'
import { expect, follow, test } from '../../stack/test.ts'
import { inbox, list, openAt, pane, row, shortenSnooze, talk, view } from './inbox.ts'

// The jobs of the team inbox by keyboard alone; docs/jobs.md has their keys.
test.use({ role: 'support', viewport: { width: 1440, height: 900 } })

/** Goes on to another conversation, with the focus on nothing, as after a load. */
async function moveTo(page: Page, at: number) {
  await follow(page, `/dashboard/messages/${talk(at)}?view=all`)
  await expect(list(page)).toContainText(`Team question ${at}`)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
}

test('by keys: a macro, a handover, and a link to one message @slow', async ({ page }) => {
  await test.step('a macro that acts sends, tags and snoozes in one', () => useMacro(page))
  await test.step('a conversation is handed over with a note', () => handOver(page))
  await test.step('a link to one message', () => linkMessage(page))
})

async function useMacro(page: Page) {
  const title = `Traced ${Date.now()}`
  await asAdmin('POST', '/v1/admin/macros', {
    ...{ title, text: 'Hello {{name}}, it is traced.' },
    actions: { add_tags: ['traced'], priority: 'high', snooze_hours: 48 },
  })
  await page.goto(`/dashboard/messages/${talk(6)}?view=all`)
  await expect(list(page)).toContainText('Team question 6')
  const job = byKeys(page)
  await job.press('Control+m')
  await expect(page.getByRole('searchbox', { name: 'Search macros' })).toBeFocused()
  await job.type(title)
  await expect(page.getByRole('list', { name: 'Macros' }).getByRole('listitem')).toHaveCount(1)
  await job.press('Enter')
  const line = page.getByRole('region', { name: 'On sending' })
  await expect(line).toContainText('tag “traced”')
  await expect(line).toContainText('snooze for 2 days')
  await test.step('one of them is left out', async () => {
    await job.to(line.getByRole('button', { name: 'Leave out: set the priority to high' }), 'Shift+Tab')
    await job.press('Enter')
    await expect(line).not.toContainText('priority')
  })
  await test.step('they survive a reload of the page', async () => {
    await page.reload()
    await expect(line).toContainText('snooze for 2 days')
    await expect(line).not.toContainText('priority')
    await job.press('r')
    await expect(pane(page).getByPlaceholder('Type a message...')).toBeFocused()
  })
  await job.press('Enter')
  await expect(
    row(page, 6)
      .or(page.getByRole('link', { name: /it is traced/ }))
      .first(),
  ).toContainText('traced')
  await expect(list(page).getByText('Support (Suki Support)')).toBeVisible()
  await expect(pane(page).getByText(/^Snoozed until/)).toBeVisible()
  await expect(pane(page).getByLabel('Priority')).toHaveValue('normal')
  await expect(line).toHaveCount(0)
  job.expectAtMost(11)
}

async function handOver(page: Page) {
  await moveTo(page, 7)
  const job = byKeys(page)
  await job.press('a')
  const milo = dialog(page).getByRole('radio', { name: 'Milo Moderator' })
  await expect(milo).toBeVisible()
  await job.to(dialog(page).getByRole('radio').first())
  await job.to(milo, 'ArrowDown')
  await job.to(dialog(page).getByLabel('Note'))
  await job.type('The carrier answers by noon.')
  await job.to(dialog(page).getByRole('button', { name: 'Assign', exact: true }))
  await job.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(pane(page)).toContainText('Assigned to Milo Moderator')
  await expect(list(page).getByRole('article', { name: 'Note of Suki Support' })).toContainText('by noon')
  job.expectAtMost(8)
  await test.step('the keys of the next job work at once', async () => {
    await page.keyboard.press('s')
    await expect(dialog(page)).toContainText('Snooze the conversation')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })
}

async function linkMessage(page: Page) {
  await moveTo(page, 10)
  const message = list(page).locator(`[id="${talk(10)}-000"]`)
  await expect(message).toBeVisible()
  const job = byKeys(page)
  await job.press('r')
  await job.to(message.getByRole('link', { name: 'Link to this message' }), 'Shift+Tab')
  await job.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#${talk(10)}-000$`))
  job.expectAtMost(6)
}

test('by keys: a snooze that returns @slow', async ({ page }) => {
  await shortenSnooze(page)
  await page.goto(`/dashboard/messages/${talk(8)}?view=all`)
  await expect(list(page)).toContainText('Team question 8')
  const job = byKeys(page)
  await job.press('s')
  await expect(dialog(page).getByRole('button', { name: /^For an hour/ })).toBeFocused()
  await job.press('Enter')
  await expect(row(page, 8)).toContainText('Snoozed until')
  await expect(row(page, 8)).not.toContainText('Snoozed until')
  job.expectAtMost(2)
})

test('by keys: a macro with four variables is filled by choosing an order @slow', async ({ page }) => {
  await page.goto(`/dashboard/messages/${talk(9)}?view=all`)
  const person = page.getByRole('complementary', { name: 'The person' })
  const use = person.getByRole('button', { name: /^Use in macros/ }).first()
  const job = byKeys(page)
  await job.to(use, 'Shift+Tab', 25)
  await job.press('Enter', 'Control+m')
  await expect(page.getByRole('searchbox', { name: 'Search macros' })).toBeFocused()
  await job.type('Parcel traced')
  await expect(page.getByRole('list', { name: 'Macros' }).getByRole('listitem')).toHaveCount(1)
  await job.press('Enter')
  const field = pane(page).getByPlaceholder('Type a message...')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/^About .+ \(\$[\d,]+\.\d\d, order .+\): the carrier searches for .+\.$/)
  job.expectAtMost(10)
})

test('by keys: a note mentions a colleague, who finds it and answers; the conversation is closed with an answer', async ({
  page,
  pageOf,
}) => {
  await page.goto(`/dashboard/messages/${talk(11)}?view=all`)
  await expect(list(page)).toContainText('Team question 11')
  await test.step('the note', async () => {
    const job = byKeys(page)
    await job.press('n')
    await expect(pane(page).getByLabel('Note for other staff')).toBeFocused()
    await job.type('Please look, @mi')
    await job.to(pane(page).getByRole('button', { name: '@Milo Moderator' }))
    await job.press('Enter')
    await expect(pane(page).getByLabel('Note for other staff')).toBeFocused()
    await job.to(pane(page).getByRole('button', { name: 'Add note' }))
    await job.press('Enter')
    await expect(list(page).getByRole('article').locator('mark')).toHaveText('@Milo Moderator')
    job.expectAtMost(5)
  })
  const colleague = await pageOf('moderator')
  await openAt(colleague, '/dashboard/messages?view=all')
  await test.step('the mention is found and answered', async () => {
    const job = byKeys(colleague)
    await job.to(view(colleague, 'Mentioned'), 'Tab', 60)
    await job.press('Enter')
    await expect(row(colleague, 11)).toBeVisible()
    const mentioned = await inbox(colleague).getByRole('listitem').allInnerTexts()
    const at = mentioned.findIndex((text) => text.includes('Team question 11'))
    await job.press(...Array<string>(at + 1).fill('j'))
    await expect(list(colleague)).toContainText('Team question 11')
    await job.press('r')
    await job.type('I found it.')
    await test.step('the draft and its author show on the other page', async () => {
      const drafts = pane(page).getByRole('list', { name: 'Drafts of colleagues' })
      await expect(drafts).toContainText('Milo Moderator writes:')
      await expect(drafts).toContainText('I found it.')
    })
    await job.press('Enter')
    await expect(list(page).getByText('Support (Milo Moderator)')).toBeVisible()
    await expect(pane(page).getByRole('list', { name: 'Drafts of colleagues' })).toHaveCount(0)
    job.expectAtMost(28)
  })
  await test.step('closed with an answer', async () => {
    await page.keyboard.press('Escape')
    const job = byKeys(page)
    await job.press('r')
    await job.type('Goodbye.')
    await job.press('Enter')
    await expect(list(page).getByText('Goodbye.')).toBeVisible()
    await job.press('Escape', 'e')
    await expect(
      row(page, 11)
        .or(page.getByRole('link', { name: /Goodbye/ }))
        .first(),
    ).toContainText('Closed')
    job.expectAtMost(4)
  })
})
