function c(t,o,n){let e=document.createElement("a");e.href=URL.createObjectURL(new Blob(n,{type:o})),e.download=t,e.click(),setTimeout(()=>URL.revokeObjectURL(e.href),6e4)}export{c as a};
