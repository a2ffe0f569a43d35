import type { Page } from '@playwright/test'
import { countedJob } from '../../stack/counted.ts'
import { dialog } from '../../stack/page-parts.ts'
import { consoleAddress, expect } from '../../stack/test.ts'

/** Creates a machine key that writes people, on the page of machine keys; returns it. @param job counts the clicks */
export async function createKey(page: Page, name: string, job = countedJob()): Promise<string> {
  await job.click(page.locator('main').getByRole('button', { name: 'Create key', exact: true }))
  await dialog(page).getByLabel('Name of the program').fill(name)
  await job.click(dialog(page).getByLabel('Writes people', { exact: true }))
  await job.click(dialog(page).getByRole('button', { name: 'Create', exact: true }))
  await expect(dialog(page)).toContainText('ptv_')
  return /ptv_[\w-]+/.exec(await dialog(page).innerText())?.[0] ?? ''
}

/** A program of the marketplace sends a person. */
export async function sendPerson(key: string, person: object) {
  const answer = await fetch(`${consoleAddress}/v1/ingest/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify([person]),
  })
  const body = (await answer.json()) as { data: { results: object[] } | null; error_message?: string }
  return { status: answer.status, results: body.data?.results, message: body.error_message }
}
