// What ESLint asks of each module of JavaScript: its own recommended rules, and a few on top.
import { createRequire } from 'node:module';

// of_javascript.py says by NODE_PATH where ESLint lies, which only require() looks at.
const { configs } = createRequire(import.meta.url)('@eslint/js');

const NODE = ['Buffer', 'SharedArrayBuffer', 'Atomics', 'URL', 'console', 'process', 'setImmediate', 'setTimeout'];

export default [
    configs.recommended,
    {
        languageOptions: {
            ecmaVersion: 2023,
            sourceType: 'module',
            globals: Object.fromEntries(NODE.map((name) => [name, 'readonly'])),
        },
        linterOptions: { reportUnusedDisableDirectives: 'error' },
        rules: {
            eqeqeq: 'error',
            'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
            'no-var': 'error',
            'object-shorthand': 'error',
            'prefer-const': ['error', { destructuring: 'all' }],
        },
    },
];
