/** What the form of an exchange holds, and what is sent of it. */
import { DEFAULT_LAYOUT } from '../../../../../core/partnerFiles.ts';
import type { ExchangeFragment, SaveExchangeMutationVariables } from './partner.graphql.ts';

export type Draft = {
  readonly fileType: string;
  readonly hasColumns: boolean;
  readonly columns: readonly { readonly name: string; readonly field: string }[];
  readonly dateFormat: string;
  readonly decimalMark: string;
  readonly encoding: string;
  readonly separator: string;
  readonly hasServer: boolean;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Empty: as it was. */
  readonly password: string;
  readonly privateKey: string;
  readonly fingerprint: string;
  readonly folderOut: string;
  readonly folderIn: string;
  readonly fetches: boolean;
  readonly booksItself: boolean;
  readonly publicKey: string;
  readonly signs: boolean;
};

/** @returns the form as it is saved. */
export function draftOf(exchange: ExchangeFragment): Draft {
  const { columns, dateFormat, decimalMark, encoding, separator } = exchange.layout ?? DEFAULT_LAYOUT;
  return {
    fileType: exchange.fileType,
    hasColumns: columns.length > 0,
    columns,
    dateFormat,
    decimalMark,
    encoding,
    separator,
    hasServer: exchange.server !== null,
    host: exchange.server?.host ?? '',
    port: exchange.server?.port ?? 22,
    user: exchange.server?.user ?? '',
    password: '',
    privateKey: '',
    fingerprint: exchange.fingerprint ?? '',
    folderOut: exchange.folderOut,
    folderIn: exchange.folderIn,
    fetches: exchange.fetches,
    booksItself: exchange.booksItself,
    publicKey: exchange.publicKey ?? '',
    signs: exchange.signs,
  };
}

/** @returns what is sent. Another server has another key. */
export function inputOf(draft: Draft, exchange: ExchangeFragment): SaveExchangeMutationVariables['exchange'] {
  const { dateFormat, decimalMark, encoding, separator } = draft;
  const isMoved = draft.host.trim() !== exchange.server?.host && draft.fingerprint === exchange.fingerprint;
  return {
    fileType: draft.fileType,
    layout: {
      columns: draft.hasColumns ? draft.columns.map(({ name, field }) => ({ name, field })) : [],
      dateFormat,
      decimalMark,
      encoding,
      separator,
    },
    server: draft.hasServer
      ? {
          host: draft.host.trim(),
          port: draft.port,
          user: draft.user.trim(),
          ...(draft.password === '' ? {} : { password: draft.password }),
          ...(draft.privateKey === '' ? {} : { privateKey: draft.privateKey }),
        }
      : null,
    fingerprint: isMoved ? null : draft.fingerprint.trim() || null,
    folderOut: draft.folderOut,
    folderIn: draft.folderIn,
    fetches: draft.hasServer && draft.fetches,
    booksItself: draft.booksItself,
    publicKey: draft.publicKey.trim() || null,
    signs: draft.signs,
  };
}
