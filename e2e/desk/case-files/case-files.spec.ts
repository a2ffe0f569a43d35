import { readFileSync } from 'node:fs'
import { asAdmin } from '../../stack/colleague.ts'
import { countedJob } from '../../stack/counted.ts'
import { importRows } from '../../stack/import-rows.ts'
import { checkSchemes, dialog, press } from '../../stack/page-parts.ts'
import { makeSale } from '../../stack/sale.ts'
import { expect, test, toast } from '../../stack/test.ts'

const uid = 'case-file-buyer'

test('a case file of a buyer: chosen, made, printed and downloaded', async ({ page }) => {
  await importRows('users', [
    { uid, displayName: 'Casey Filer', email: 'casey@filer.example', phone_number: '+15550109911' },
  ])
  const sale = await makeSale('case-file', { buyer: { uid, name: 'Casey Filer' } })
  const { conversation } = await asAdmin<{ conversation: string }>(
    'POST',
    `/v1/admin/users/${uid}/messages`,
    {
      text: 'Sentinel Seller is at +1 555 010 2233, you at casey@filer.example.',
    },
  )
  const { conversationsMessagesID } = await asAdmin<{ conversationsMessagesID: string }>(
    'GET',
    `/v1/conversations/${conversation}`,
  )
  await asAdmin('GET', `/v1/admin/conversations/${conversation}/messages/${conversationsMessagesID}`)

  await page.goto(`/user-detail/${uid}`)
  const job = countedJob()
  await job.click(page.getByRole('link', { name: 'Case file…' }))
  await expect(page.getByRole('heading', { name: 'Case file', level: 1 })).toBeVisible()
  const make = page.getByRole('button', { name: 'Make the file' })

  await test.step('what is missing is said, and what is chosen stays', async () => {
    await page.getByLabel('All conversations (1)').check()
    await page.getByLabel('Messages from').fill('2026-05-02')
    await page.getByLabel('to (UTC)').fill('2026-05-01')
    await make.click()
    await expect(page.getByRole('alert')).toHaveText('Say who asks for the file, and on which legal ground.')
    await page.getByLabel('Who asks for the file').fill('District police, file 12/34: Art. 6 (1) c GDPR')
    await make.click()
    await expect(page.getByRole('alert')).toHaveText('A range of messages ends before it begins.')
    await page.getByRole('link', { name: 'Casey Filer' }).click()
    await press(dialog(page), 'Stay')
    await page.getByLabel('Messages from').fill('')
    await page.getByLabel('to (UTC)').fill('')
    await page.getByLabel('All conversations (1)').uncheck()
    await checkSchemes(page, 'the choice of a case file')
  })

  await job.click(page.getByLabel('All transactions (1)'))
  await job.click(page.getByLabel('All conversations (1)'))
  await job.click(make)
  const file = page.getByRole('article', { name: 'The case file' })
  await expect(file.getByRole('heading', { name: 'Case file: Casey Filer' })).toBeVisible()

  await test.step('others are blacked out with the ground beside it', async () => {
    await expect(file).toContainText('[name of Person A] is at █████ [phone number of another person]')
    await expect(file).toContainText('you at casey@filer.example.')
    await expect(file).not.toContainText('Sentinel Seller')
    await expect(file).not.toContainText('010 2233')
    await expect(file.getByRole('table', { name: 'Reads' })).toContainText(/Read the messages.*1 message, /)
    await expect(file.getByRole('table', { name: 'Left out' })).toContainText('Names of others in texts')
    await checkSchemes(page, 'a case file')
  })
  await test.step('on paper there is only the file', async () => {
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 794, height: 1123 })
    await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
    await expect(page.getByText('Read it before you hand it out.')).toBeHidden()
    expect((await page.pdf({ preferCSSPageSize: true })).subarray(0, 5).toString()).toBe('%PDF-')
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    job.click(page.getByRole('button', { name: 'Download signed JSON' })),
  ])
  expect(download.suggestedFilename()).toBe(`case-file-${uid}.json`)
  const signed = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(signed).toMatchObject({
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    signature: expect.any(String),
  })
  expect(signed.file.transactions).toMatchObject([{ id: sale.id, seller: 'Person A', buyer: 'Casey Filer' }])
  job.expectAtMost(5)

  await test.step('what is refused keeps the choice', async () => {
    await page.getByRole('button', { name: 'Change the choice' }).click()
    await page.route('**/case_file', (route) => route.abort())
    await make.click()
    await expect(toast(page, 'The file could not be made')).toBeVisible()
    await expect(page.getByLabel('All transactions (1)')).toBeChecked()
  })
  await test.step('the audit log says which messages were read', async () => {
    await page.goto(`/dashboard/audit?kind=conversation&id=${conversation}`)
    await expect(page.getByRole('link', { name: /^Read 1 message of / })).toBeVisible()
  })
})

test('without a person, the page says where to find one @slow', async ({ page }) => {
  await page.goto('/dashboard/case-file')
  await expect(page.getByText('A case file is about one person.')).toBeVisible()
})
