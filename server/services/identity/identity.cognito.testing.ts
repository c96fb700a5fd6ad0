/** A Cognito user pool on this machine: the documented wire protocol (JSON over HTTP, X-Amz-Target), SRP, RS256 tokens, its failures. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { generateSecret, verifySync } from 'otplib';
import type { CognitoSettings } from '../../platform/config.ts';
import { begin, type Verifier, verifierOf } from './identity.cognito.srp.testing.ts';

const POOL_NAME = 'TestPool1';

export interface CognitoUser {
  readonly sub: string;
  readonly email: string;
  verifier: Verifier;
  password: string;
  status: 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
  enabled: boolean;
  readonly groups: Set<string>;
  attributes: Record<string, string>;
  totp: string | null;
  pendingTotp: string | null;
  mfa: boolean;
  resetCode: { code: string; expired: boolean } | null;
  readonly refreshTokens: Set<string>;
}

type Body = Record<string, never> & {
  AuthFlow: string;
  AuthParameters: Record<string, string>;
  ChallengeName: string;
  ChallengeResponses: Record<string, string>;
  UserAttributes: { Name: string; Value: string }[];
  SoftwareTokenMfaSettings: { Enabled: boolean };
  Permanent: boolean;
} & Record<'Username' | 'Session' | 'AccessToken' | 'UserCode' | 'ConfirmationCode' | 'Password' | 'GroupName' | 'Token', string> &
  Record<'ClientId' | 'SecretHash' | 'ClientSecret' | 'PreviousPassword' | 'ProposedPassword' | 'TemporaryPassword' | 'UserPoolId', string>;

class Refusal extends Error {
  readonly status: number;
  constructor(name: string, message = name, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

/** Starts the pool. @param options requiresMfa: everybody without a second factor must set one up. */
export async function startCognito() {
  const pair = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'test-key', alg: 'RS256', use: 'sig' };
  const users = new Map<string, CognitoUser>();
  const groups = new Set<string>();
  const sessions = new Map<string, { user: CognitoUser; srp?: ReturnType<typeof begin>; step: string }>();
  const accessTokens = new Map<string, CognitoUser>();
  const calls: string[] = [];
  const failures = new Map<string, Refusal>();
  const pool = {
    requiresMfa: false,
    /** Done while a call waits for its answer. */
    meanwhile: null as ((operation: string) => Promise<void>) | null,
    /** Changes what the next identity token says, or signs it with. */
    forge: null as ((claims: Record<string, unknown>) => { claims: Record<string, unknown>; key?: CryptoKey }) | null,
  };
  const settings: CognitoSettings = {
    userPoolId: `eu-central-1_${POOL_NAME}`,
    clientId: 'test-app-client',
    clientSecret: 'test-app-secret',
    region: 'eu-central-1',
    endpoint: '',
  };
  let issuer = '';

  const find = (username: string) => {
    const user = [...users.values()].find((one) => one.email === username || one.sub === username);
    if (!user) throw new Refusal('UserNotFoundException', 'User does not exist.');
    return user;
  };
  const wrong = () => new Refusal('NotAuthorizedException', 'Incorrect username or password.');
  const checkHash = (username: string, secretHash: string | undefined) => {
    const expected = createHmac('sha256', settings.clientSecret ?? '')
      .update(`${username}${settings.clientId}`)
      .digest('base64');
    if (secretHash !== expected) throw new Refusal('NotAuthorizedException', 'SecretHash does not match for the client');
  };
  const setPassword = (user: CognitoUser, password: string) => {
    if (!/\d/.test(password) && password !== user.password)
      throw new Refusal('InvalidPasswordException', 'Password must have numeric characters');
    user.password = password;
    user.verifier = verifierOf(POOL_NAME, user.sub, password);
  };
  const open = (user: CognitoUser, step: string, srp?: ReturnType<typeof begin>) => {
    const session = randomBytes(24).toString('base64');
    sessions.set(session, { user, step, ...(srp ? { srp } : {}) });
    return session;
  };
  const isCode = (secret: string | null, code: string) =>
    /^\d{6}$/.test(code) && secret !== null && verifySync({ secret, token: code, epochTolerance: 30 }).valid;

  async function tokensOf(user: CognitoUser, refresh?: string) {
    const claims: Record<string, unknown> = {
      sub: user.sub,
      aud: settings.clientId,
      iss: issuer,
      token_use: 'id',
      email: user.email,
      email_verified: true,
      'cognito:username': user.sub,
      'cognito:groups': [...user.groups],
      ...user.attributes,
    };
    const forged = pool.forge?.(claims) ?? { claims };
    pool.forge = null;
    const IdToken = await new SignJWT(forged.claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'test-key' })
      .setIssuedAt()
      .setExpirationTime('60m')
      .sign(forged.key ?? pair.privateKey);
    const AccessToken = randomBytes(24).toString('hex');
    accessTokens.set(AccessToken, user);
    const RefreshToken = refresh ?? randomBytes(900).toString('base64url');
    user.refreshTokens.add(RefreshToken);
    return { AuthenticationResult: { IdToken, AccessToken, ExpiresIn: 3600, TokenType: 'Bearer', ...(refresh ? {} : { RefreshToken }) } };
  }

  async function afterPassword(user: CognitoUser) {
    const ChallengeParameters = { USER_ID_FOR_SRP: user.sub };
    const asked = (ChallengeName: string) => ({ ChallengeName, ChallengeParameters, Session: open(user, ChallengeName) });
    if (user.status === 'FORCE_CHANGE_PASSWORD') return asked('NEW_PASSWORD_REQUIRED');
    if (user.mfa) return asked('SOFTWARE_TOKEN_MFA');
    if (pool.requiresMfa) return asked('MFA_SETUP');
    return tokensOf(user);
  }

  const bySession = (body: Body, step: string) => {
    const session = sessions.get(body.Session);
    if (session?.step !== step) throw new Refusal('NotAuthorizedException', 'Invalid session for the user.');
    return session;
  };
  const byAccess = (body: Body) => {
    const user = accessTokens.get(body.AccessToken);
    if (!user) throw new Refusal('NotAuthorizedException', 'Invalid Access Token');
    return user;
  };

  const operations: Record<string, (body: Body) => unknown> = {
    InitiateAuth: async ({ AuthFlow, AuthParameters }) => {
      if (AuthFlow === 'REFRESH_TOKEN_AUTH') {
        const user = [...users.values()].find((one) => one.refreshTokens.has(AuthParameters.REFRESH_TOKEN ?? ''));
        if (!user?.enabled) throw new Refusal('NotAuthorizedException', 'Refresh Token has been revoked');
        checkHash(user.sub, AuthParameters.SECRET_HASH);
        return tokensOf(user, AuthParameters.REFRESH_TOKEN);
      }
      if (AuthFlow !== 'USER_SRP_AUTH') throw new Refusal('InvalidParameterException', `${AuthFlow} flow not enabled for this client`);
      checkHash(AuthParameters.USERNAME ?? '', AuthParameters.SECRET_HASH);
      const user = find(AuthParameters.USERNAME ?? '');
      const srp = begin(user.verifier, POOL_NAME, user.sub, AuthParameters.SRP_A ?? '0');
      return {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeParameters: {
          SALT: user.verifier.salt.toString(16),
          SRP_B: srp.largeB,
          SECRET_BLOCK: srp.secretBlock,
          USER_ID_FOR_SRP: user.sub,
          USERNAME: user.sub,
        },
        Session: open(user, 'PASSWORD_VERIFIER', srp),
      };
    },
    RespondToAuthChallenge: async (body) => {
      const { user, srp } = bySession(body, body.ChallengeName);
      const given = body.ChallengeResponses;
      checkHash(given.USERNAME ?? '', given.SECRET_HASH);
      if (find(given.USERNAME ?? '') !== user) throw wrong();
      if (body.ChallengeName === 'PASSWORD_VERIFIER') {
        const right = srp?.isRight(given.TIMESTAMP ?? '', given.PASSWORD_CLAIM_SECRET_BLOCK ?? '', given.PASSWORD_CLAIM_SIGNATURE ?? '');
        if (!right) throw wrong();
        if (!user.enabled) throw new Refusal('NotAuthorizedException', 'User is disabled.');
        return afterPassword(user);
      }
      if (body.ChallengeName === 'NEW_PASSWORD_REQUIRED') {
        setPassword(user, given.NEW_PASSWORD ?? '');
        user.status = 'CONFIRMED';
        return afterPassword(user);
      }
      if (body.ChallengeName === 'SOFTWARE_TOKEN_MFA' && !isCode(user.totp, given.SOFTWARE_TOKEN_MFA_CODE ?? ''))
        throw new Refusal('CodeMismatchException', 'Invalid code received for user');
      sessions.delete(body.Session);
      return tokensOf(user);
    },
    AssociateSoftwareToken: (body) => {
      const user = body.Session ? bySession(body, 'MFA_SETUP').user : byAccess(body);
      user.pendingTotp = generateSecret();
      return { SecretCode: user.pendingTotp, ...(body.Session ? { Session: open(user, 'MFA_SETUP') } : {}) };
    },
    VerifySoftwareToken: (body) => {
      const user = body.Session ? bySession(body, 'MFA_SETUP').user : byAccess(body);
      if (!isCode(user.pendingTotp ?? user.totp, body.UserCode)) throw new Refusal('EnableSoftwareTokenMFAException', 'Code mismatch');
      user.totp = user.pendingTotp ?? user.totp;
      user.pendingTotp = null;
      if (body.Session) user.mfa = true;
      return { Status: 'SUCCESS', ...(body.Session ? { Session: open(user, 'MFA_SETUP') } : {}) };
    },
    SetUserMFAPreference: (body) => {
      byAccess(body).mfa = body.SoftwareTokenMfaSettings.Enabled;
      return {};
    },
    GetUser: (body) => {
      const user = byAccess(body);
      return { Username: user.sub, UserAttributes: [], UserMFASettingList: user.mfa ? ['SOFTWARE_TOKEN_MFA'] : [] };
    },
    ChangePassword: (body) => {
      const user = byAccess(body);
      if (body.PreviousPassword !== user.password) throw wrong();
      setPassword(user, body.ProposedPassword);
      return {};
    },
    RevokeToken: (body) => {
      if (body.ClientSecret !== settings.clientSecret) throw new Refusal('UnauthorizedException');
      for (const user of users.values()) user.refreshTokens.delete(body.Token);
      return {};
    },
    ForgotPassword: (body) => {
      checkHash(body.Username, body.SecretHash);
      const user = find(body.Username);
      if (user.status !== 'CONFIRMED') throw new Refusal('NotAuthorizedException', 'User password cannot be reset in the current state.');
      user.resetCode = { code: '123456', expired: false };
      return { CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } };
    },
    ConfirmForgotPassword: (body) => {
      checkHash(body.Username, body.SecretHash);
      const user = find(body.Username);
      if (user.resetCode?.expired) throw new Refusal('ExpiredCodeException', 'Invalid code provided, please request a code again.');
      if (user.resetCode?.code !== body.ConfirmationCode) throw new Refusal('CodeMismatchException', 'Invalid verification code provided');
      setPassword(user, body.Password);
      user.resetCode = null;
      return {};
    },
    AdminCreateUser: (body) => {
      if (users.has(body.Username)) throw new Refusal('UsernameExistsException', 'User account already exists');
      const user = add(body.Username, body.TemporaryPassword);
      user.status = 'FORCE_CHANGE_PASSWORD';
      for (const { Name, Value } of body.UserAttributes) if (!Name.startsWith('email')) user.attributes[Name] = Value;
      return { User: describe(user) };
    },
    AdminGetUser: (body) => {
      const { Attributes, ...rest } = describe(find(body.Username));
      return { ...rest, UserAttributes: Attributes };
    },
    AdminUpdateUserAttributes: (body) => {
      for (const { Name, Value } of body.UserAttributes) find(body.Username).attributes[Name] = Value;
      return {};
    },
    AdminSetUserPassword: (body) => {
      setPassword(find(body.Username), body.Password);
      if (body.Permanent) find(body.Username).status = 'CONFIRMED';
      return {};
    },
    AdminListGroupsForUser: (body) => ({ Groups: [...find(body.Username).groups].map((GroupName) => ({ GroupName })) }),
    AdminAddUserToGroup: (body) => {
      if (!groups.has(body.GroupName)) throw new Refusal('ResourceNotFoundException', 'Group not found.');
      find(body.Username).groups.add(body.GroupName);
      return {};
    },
    AdminRemoveUserFromGroup: (body) => {
      find(body.Username).groups.delete(body.GroupName);
      return {};
    },
    CreateGroup: (body) => {
      groups.add(body.GroupName);
      return { Group: { GroupName: body.GroupName } };
    },
    AdminDisableUser: (body) => {
      find(body.Username).enabled = false;
      return {};
    },
    AdminEnableUser: (body) => {
      find(body.Username).enabled = true;
      return {};
    },
    AdminSetUserMFAPreference: (body) => {
      find(body.Username).mfa = body.SoftwareTokenMfaSettings.Enabled;
      return {};
    },
    AdminUserGlobalSignOut: (body) => {
      find(body.Username).refreshTokens.clear();
      return {};
    },
    AdminDeleteUser: (body) => {
      users.delete(find(body.Username).email);
      return {};
    },
  };

  const describe = (user: CognitoUser) => ({
    Username: user.sub,
    Enabled: user.enabled,
    UserStatus: user.status,
    Attributes: [
      { Name: 'sub', Value: user.sub },
      { Name: 'email', Value: user.email },
    ],
  });

  function add(email: string, password: string, inGroups: readonly string[] = []): CognitoUser {
    const sub = randomUUID();
    const user: CognitoUser = {
      sub,
      email,
      verifier: verifierOf(POOL_NAME, sub, password),
      password,
      status: 'CONFIRMED',
      enabled: true,
      groups: new Set(inGroups),
      attributes: {},
      totp: null,
      pendingTotp: null,
      mfa: false,
      resetCode: null,
      refreshTokens: new Set(),
    };
    users.set(email, user);
    for (const group of inGroups) groups.add(group);
    return user;
  }

  const server = createServer(async (request, response) => {
    const send = (status: number, answer: unknown) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(answer));
    };
    if (request.url === `/${settings.userPoolId}/.well-known/jwks.json`) return send(failures.get('jwks')?.status ?? 200, { keys: [jwk] });
    let text = '';
    for await (const part of request) text += part;
    const operation = String(request.headers['x-amz-target']).replace('AWSCognitoIdentityProviderService.', '');
    calls.push(operation);
    await pool.meanwhile?.(operation);
    try {
      const failure = failures.get(operation);
      if (failure) throw failure;
      // What administrators do is signed with AWS credentials; what people do is not.
      const isSigned = /^AWS4-HMAC-SHA256 .*\/cognito-idp\/aws4_request/.test(request.headers.authorization ?? '');
      if (isSigned !== /^(Admin|CreateGroup)/.test(operation)) throw new Refusal('NotAuthorizedException', 'Missing Authentication Token');
      const body = JSON.parse(text) as Body;
      if (isSigned ? body.UserPoolId !== settings.userPoolId : body.ClientId !== undefined && body.ClientId !== settings.clientId)
        throw new Refusal('ResourceNotFoundException', 'User pool does not exist.');
      const run = operations[operation];
      if (!run) throw new Refusal('UnknownOperationException');
      send(200, await run(body));
    } catch (error) {
      const { name, message, status = 500 } = error as Refusal;
      send(status, { __type: name, message });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  issuer = `${endpoint}/${settings.userPoolId}`;
  return {
    settings: { ...settings, endpoint },
    pool,
    users,
    groups,
    /** Names of the calls so far, oldest first. */
    calls,
    add,
    /** Every call of the operation, or of its keys ('jwks'), fails until mend(). */
    fail: (operation: string, name: string, status = 400) => failures.set(operation, new Refusal(name, name, status)),
    mend: () => failures.clear(),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
