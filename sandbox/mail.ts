import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Face, Surroundings } from './face.ts'
import { type Mail, mailPage } from './mail-page.ts'
import { lateAfter, wait } from './switches.ts'

const maxMails = 500

/** A mail server that delivers nothing and stores every mail. @param port 0 takes a free one */
export async function mailFace(around: Surroundings, port: number): Promise<Face & { smtp: string }> {
  const { folder, host, switches } = around
  const mails = await readKept(folder)
  const sockets = new Map<number, Socket>()
  let count = 0

  const keep = async (raw: Buffer, from: string, to: string[]) => {
    const parsed = await PostalMime.parse(raw)
    const at = new Date().toISOString()
    count += 1
    const mail: Mail = {
      id: `${at.replace(/[:.]/g, '-')}-${process.pid}-${count}`,
      at,
      from,
      to,
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? '',
      messageId: parsed.messageId ?? '',
    }
    await writeFile(join(folder, `${mail.id}.json`), JSON.stringify(mail))
    mails.unshift(mail)
    for (const old of mails.splice(maxMails)) await rm(join(folder, `${old.id}.json`), { force: true })
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anybody' }),
    onData: (stream, session, callback) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', async () => {
        const mode = switches.use('mail')
        const { mailFrom, rcptTo } = session.envelope
        if (mode === 'hang') return
        if (mode === 'drop') return sockets.get(session.remotePort)?.destroy()
        if (mode === 'fail')
          return callback(Object.assign(new Error('Mailbox unavailable'), { responseCode: 550 }))
        try {
          await keep(
            Buffer.concat(pieces),
            mailFrom ? mailFrom.address : '',
            rcptTo.map(({ address }) => address),
          )
          if (mode === 'late') await wait(lateAfter)
          callback()
        } catch (error) {
          callback(error instanceof Error ? error : new Error(String(error)))
        }
      })
    },
  })
  // A client that disconnects early must not end the process.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    const from = socket.remotePort ?? 0
    sockets.set(from, socket)
    socket.once('close', () => sockets.delete(from))
  })
  await new Promise<void>((done, fail) => {
    server.server.once('error', fail)
    server.listen(port, host, () => done())
  })
  const address = server.server.address() as AddressInfo

  return {
    name: 'mail',
    about: 'Takes every mail over SMTP and shows it at /mail.',
    smtp: `smtp://${host}:${address.port}?ignoreTLS=true`,
    routes: (app) => {
      app.get('/mail', (_request, reply) => reply.type('text/html; charset=utf-8').send(mailPage(mails)))
      app.get<{ Querystring: { to?: string } }>('/mail.json', ({ query }) =>
        mails.filter((mail) => query.to === undefined || mail.to.includes(query.to)),
      )
      app.delete('/mail', async () => {
        for (const mail of mails.splice(0)) await rm(join(folder, `${mail.id}.json`), { force: true })
        return { left: mails.length }
      })
    },
    close: async () => {
      for (const socket of sockets.values()) socket.destroy()
      await new Promise<void>((done) => server.close(done))
    },
  }
}

/** The mails of earlier runs, newest first. */
async function readKept(folder: string): Promise<Mail[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = (await readdir(folder))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .reverse()
  const read = await Promise.all(
    // Skip a file that a kill has left incomplete.
    files.slice(0, maxMails).map(async (file) => {
      try {
        return JSON.parse(await readFile(join(folder, file), 'utf8')) as Mail
      } catch {
        return undefined
      }
    }),
  )
  return read.filter((mail) => mail !== undefined)
}
