import { expect, test } from 'vitest';
import { modelNamed } from '../../../src/compose';
import { modelList } from '../../../src/node/model/modelList';
import { modelServerAt } from '../../../src/node/model/modelServer';

const secret = 'sk-very-secret-0123456789';

test.each([
  ['a password', `http://user:${secret}@127.0.0.1:1/v1`],
  ['a user name alone', `http://${secret}@127.0.0.1:1/v1`],
  ['a key in its query', `http://127.0.0.1:1/v1?api-key=${secret}`],
  ['no address', `${secret}`],
  ['no address of the web', `ftp://127.0.0.1/${secret}`],
])('an address with %s is asked nothing, and repeated nowhere', async (_what, modelServer) => {
  for (const name of ['openai:m', 'responses:m']) {
    await expect(modelNamed(name, { modelServer, secret: () => Promise.resolve('k') })).rejects.toThrow(/^(?!.*sk-very).*The address of the model server/);
  }
  expect(await modelList({ baseURL: modelServer, apiKey: null })).toMatchObject({ ok: false, settlement: 'released', message: expect.stringMatching(/^(?!.*sk-very).*The address of the model server/) as string });
});

test('a key is taken without blanks around it, an empty one as none, and one that cannot be sent is refused without being shown', () => {
  expect(modelServerAt(' http://127.0.0.1:1/v1\n', ` ${secret}\n`)).toEqual({ baseURL: 'http://127.0.0.1:1/v1', apiKey: secret });
  for (const none of [undefined, '', ' \n']) expect(modelServerAt('http://127.0.0.1:1/v1', none).apiKey).toBeNull();
  for (const wrong of [`${secret}\nX-Other: 1`, `密钥${secret}`, `${secret}\u0000`]) expect(() => modelServerAt('http://127.0.0.1:1/v1', wrong)).toThrow(/^(?!.*sk-very).*Set it again/s);
});
