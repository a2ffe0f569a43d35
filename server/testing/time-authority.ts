import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type BaseBlock,
  BitString,
  Boolean as Bool,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Set as Members,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Utf8String,
} from 'asn1js'

/** What is wrong with an authority of a test. */
export interface Wrong {
  status?: number
  /** The key usage of its certificate. */
  usage?: string
  validTo?: string
  /** Signs with a key of another certificate. */
  foreign?: boolean
  /** Stamps another text. */
  text?: string
}

const oid = (value: string) => new ObjectIdentifier({ value })
const seq = (...value: BaseBlock[]) => new Sequence({ value })
const tagged = (tagNumber: number, ...value: BaseBlock[]) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value })
const time = (valueDate: Date) => new GeneralizedTime({ valueDate })
const der = (block: BaseBlock) => Buffer.from(block.toBER())
const octets = (valueHex: Uint8Array) => new OctetString({ valueHex })
const sha256 = seq(oid('2.16.840.1.101.3.4.2.1'))
const ecdsa = seq(oid('1.2.840.10045.4.3.2'))
const timeInfo = '1.2.840.113549.1.9.16.1.4'
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const name = seq(
  new Members({ value: [seq(oid('2.5.4.3'), new Utf8String({ value: 'Test time authority' }))] }),
)

function certificateOf(
  publicKey: KeyObject,
  privateKey: KeyObject,
  { usage = '1.3.6.1.5.5.7.3.8', validTo = '2120-01-01' }: Wrong,
) {
  const body = seq(
    tagged(0, new Integer({ value: 2 })),
    ...[new Integer({ value: 1 }), ecdsa, name],
    seq(time(new Date('2020-01-01')), time(new Date(validTo))),
    ...[name, fromBER(publicKey.export({ type: 'spki', format: 'der' })).result],
    tagged(3, seq(seq(oid('2.5.29.37'), new Bool({ value: true }), octets(der(seq(oid(usage))))))),
  )
  return seq(body, ecdsa, new BitString({ valueHex: sign('sha256', der(body), privateKey) }))
}

/** A token of an authority of its own, over the digest of a text. */
export function tokenOf(digest: Buffer, wrong: Wrong = {}): BaseBlock {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = certificateOf(publicKey, privateKey, wrong)
  const imprint = seq(sha256, octets(digest))
  const info = der(
    seq(new Integer({ value: 1 }), oid('1.2.3.4.1'), imprint, new Integer({ value: 7 }), time(new Date())),
  )
  const attribute = (type: string, value: BaseBlock) => seq(oid(type), new Members({ value: [value] }))
  const attributes = [
    attribute('1.2.840.113549.1.9.3', oid(timeInfo)),
    attribute('1.2.840.113549.1.9.4', octets(sha256Of(info))),
    attribute('1.2.840.113549.1.9.16.2.47', seq(seq(seq(octets(sha256Of(der(certificate))))))),
  ]
  const key = wrong.foreign ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey
  const signature = sign('sha256', der(new Members({ value: attributes })), key)
  const signer = seq(
    ...[new Integer({ value: 1 }), seq(name, new Integer({ value: 1 })), sha256],
    ...[tagged(0, ...attributes), ecdsa, octets(signature)],
  )
  const signed = seq(
    ...[new Integer({ value: 3 }), new Members({ value: [sha256] })],
    seq(oid(timeInfo), tagged(0, octets(info))),
    ...[tagged(0, certificate), new Members({ value: [signer] })],
  )
  return seq(oid('1.2.840.113549.1.7.2'), tagged(0, signed))
}

/** A time stamping authority (RFC 3161). `wrong` changes what it answers. */
export async function timeAuthority() {
  const authority = { url: '', asked: 0, wrong: {} as Wrong, close: () => server.close() }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    authority.asked++
    const { wrong } = authority
    const asked = fromBER(Buffer.concat(chunks)).result as Sequence
    const [, imprint] = asked.valueBlock.value
    const [, sent] = (imprint as Sequence).valueBlock.value
    const digest = wrong.text
      ? sha256Of(Buffer.from(wrong.text))
      : Buffer.from((sent as OctetString).valueBlock.valueHexView)
    const status = seq(new Integer({ value: wrong.status ?? 0 }))
    response.writeHead(wrong.status === 500 ? 500 : 200, { 'content-type': 'application/timestamp-reply' })
    response.end(der(wrong.status ? seq(status) : seq(status, tokenOf(digest, wrong))))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  authority.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return authority
}
