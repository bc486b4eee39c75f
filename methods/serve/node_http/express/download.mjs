// response.sendFile() of Express: it reads the file as a stream, and knows parts and conditions.
// Use it in an application that has Express already.
// called: sendFile() of Express
// needs: package express
// decides: program
// ranges: yes
// conditional: yes
// streams: yes
export function download(path, response) {
    return new Promise((resolve, reject) => {
        response.sendFile(path, { dotfiles: 'allow' }, (error) => (error ? reject(error) : resolve()));
    });
}
